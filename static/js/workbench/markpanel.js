// The panel while one marks: what new words are hidden as, or what is to be corrected of a span.

import { bdi, element, heading, panel } from "./panel.js";
import { countOthers, directionAt, wordsOf } from "./places.js";

const START_KEY = /mac/i.test(navigator.platform) ? "⌘" : "Ctrl";
const STEPS = [["«", -1, "word"], ["‹", -1, "grapheme"], ["›", 1, "grapheme"], ["»", 1, "word"]];
const UNITS = { word: "word", grapheme: "character" };

const field = (name) => document.getElementById("work").elements[`mark-${name}`];
const optionsOf = (name) => [...field(name).options].filter((option) => option.value !== "");
const help = (words) => element("p", "help", words);

function button(label, data, key = "", className = "secondary") {
  const made = element("button", className);
  made.type = "button";
  Object.assign(made.dataset, data);
  if (key) made.append(element("kbd", "", key), " ");
  made.append(element("span", "", label));
  return made;
}

function group(className, label, ...parts) {
  const made = element("div", className);
  made.setAttribute("role", "group");
  made.setAttribute("aria-label", label);
  made.append(...parts);
  return made;
}

function show(isDocked, ...parts) {
  panel().replaceChildren(...parts);
  panel().classList.toggle("docked", isDocked);
  panel().hidden = false;
}

// Buttons with digits or letters; the one that holds is pressed.
function buttonsOf(name, className, label, present, keyOf) {
  const made = optionsOf(name).map((option, index) => {
    const one = button(option.text, { [name]: option.value }, keyOf(option.value, index));
    if (present) one.setAttribute("aria-pressed", String(option.value === present));
    return one;
  });
  return group(className, label, ...made);
}

const types = (present) =>
  buttonsOf("type", "types", "Hide as", present, (_value, index) => String(index + 1));

// Words that nothing hides yet.
export function showNew(place) {
  const title = element("h2");
  title.id = "panel-title";
  title.setAttribute("aria-live", "polite");
  const head = element("header");
  head.append(title);
  show(true, head, help("Hide as"), types(), everywhere(""), ends(place), keysOf(true), ways());
  showPlace(place);
}

// The borders of a span.
export function showBorders(span, place) {
  const head = heading(span);
  head.querySelector("h2").setAttribute("aria-live", "polite");
  show(true, head, help("Borders"), ends(place), keysOf(false), ways(button("Set", { mark: "borders" }, "Enter")));
  showPlace(place);
}

// The words as they stand now.
export function showPlace(place) {
  document.getElementById("panel-title").replaceChildren(bdi(wordsOf(place)));
  const box = document.getElementById("mark-more");
  if (!box) return;
  const count = countOthers(place);
  box.closest("p").hidden = count === 0;
  box.labels[0].textContent = `also ${count} more ${count === 1 ? "time" : "times"}`;
}

function ways(...more) {
  const box = element("div", "ways");
  box.append(...more, button("Back", { way: "cancel" }, "Esc"));
  return box;
}

function ends(place) {
  const rows = [["from", "Start"], ["to", "End"]].map(([end, label]) => {
    const steps = STEPS.map(([sign, step, unit]) => {
      const made = button(sign, { end, step, unit });
      made.setAttribute("aria-label", `${label} one ${UNITS[unit]} ${step < 0 ? "back" : "on"}`);
      return made;
    });
    const row = element("div", "end");
    row.append(element("span", "", label), ...steps);
    return row;
  });
  const box = group("ends", "Borders", ...rows);
  box.dir = directionAt(place.from); // the signs turn with the line
  box.tabIndex = -1;
  return box;
}

function keysOf(isNew) {
  const line = element("p", "help mark-keys");
  const key = (name) => element("kbd", "", name);
  if (isNew) line.append(key("←"), key("→"), key("↑"), key("↓"), " other words, ");
  line.append(key("Shift"), " end, ", key(START_KEY), " start, with ", key("Alt"), " by characters");
  return line;
}

function everywhere(words) {
  const [line, box, label] = [element("p", "option"), element("input"), element("label", "", words)];
  [box.type, box.id, box.checked, label.htmlFor] = ["checkbox", "mark-more", true, "mark-more"];
  line.append(box, " ", label);
  return line;
}

// The fields of a span that can be corrected.
export function showCorrecting(span) {
  const { entityType, identifier, status, entity, more } = span.select.dataset;
  const parts = [heading(span), help("Hide as"), types(entityType)];
  const letterOf = (value) => value[0].toLowerCase();
  parts.push(buttonsOf("identifier", "identifiers", "Identifies", identifier, letterOf));
  parts.push(list("status", "Sensitive", status), list("entity", "Same as", entity));
  const count = Number(more);
  if (count > 0) parts.push(everywhere(`also its ${count} other ${count === 1 ? "mention" : "mentions"}`));
  const alike = span.same.length - 1;
  if (alike < count) parts.push(help(`“Same as” and borders: only those with these words (${alike || "none"}).`));
  const others = [button("Borders…", { mark: "adjust" }, "b"), button("Not to be hidden", { mark: "unmask" }, "x")];
  show(false, ...parts, ways(...others));
}

// With keys one goes through a list before one takes something: Enter does.
function list(name, label, present) {
  const [line, words, select] = [element("p", "mark-list"), element("label", "", label), element("select")];
  [select.id, words.htmlFor] = [`panel-${name}`, `panel-${name}`];
  select.dataset.field = name;
  for (const { value, text } of field(name).options) {
    if (value || !present) select.add(new Option(value ? text : "–", value, false, value === present));
  }
  const hint = help("Enter takes it.");
  hint.hidden = true;
  line.append(words, select);
  const box = element("div");
  box.append(line, hint);
  return box;
}

// Arrow keys go through the types, too.
export function stepInTypes(from, step) {
  const all = [...panel().querySelectorAll("[data-type]")];
  all.at((all.indexOf(from) + step) % all.length).focus();
}

export const focusOn = (selector) => panel().querySelector(selector)?.focus({ preventScroll: true });
