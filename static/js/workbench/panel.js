// The panel: the list of the span one is at, from specific to general, and how its sentence reads.

import { decidesMasks, spans } from "./spans.js";

const AROUND = 80; // characters of the sentence on either side
export const panel = () => document.getElementById("panel");

export function element(name, className = "", text = "") {
  const made = document.createElement(name);
  if (className) made.className = className;
  if (text) made.textContent = text;
  return made;
}

export const bdi = (text, className = "") => element("bdi", className, text);

export function showPanel(span) {
  const held = panel().contains(document.activeElement) && nameOf(document.activeElement);
  const parts = [heading(span), list(span), ...whyThese(span), element("p", "sentence")];
  if (!span.select.disabled) parts.push(ways(span));
  const { reason } = span.select.dataset;
  const found = reason && !span.chosenOffer ? `Found as: ${reason}` : "";
  const unsure = document.querySelector(`#suggestion-${span.id} .unsure`)?.textContent ?? "";
  for (const note of [span.mark.textContent.trim(), found, span.isPreselected ? unsure : ""]) {
    if (note) parts.splice(1, 0, element("p", "help", note));
  }
  parts.splice(1, 0, ...reasonsAt(span));
  panel().replaceChildren(...parts);
  panel().hidden = false;
  preview(span, initialText(span));
  // Whoever is at one of its controls stays there when it is made anew.
  const controls = [...panel().querySelectorAll("button, summary, a")];
  if (held) goTo(controls.find((each) => nameOf(each) === held) ?? offerAt());
}

const nameOf = ({ tagName, value, dataset }) => [tagName, value, dataset.way].join();

// What a reviewer who sent the work back says of the span, and the way to the next such.
function reasonsAt(span) {
  const all = [...document.querySelectorAll("#reasons [data-at]")];
  const here = all.filter((reason) => reason.dataset.at === span.id);
  return here.map((reason) => {
    const note = element("p", "notice warning");
    note.append(...[...reason.cloneNode(true).childNodes].slice(2));
    const next = all.slice(all.indexOf(reason) + 1).find((each) => each.dataset.at !== span.id);
    if (next) {
      const link = element("a", "", "Next reason");
      link.href = next.querySelector("a").hash;
      note.append(" ", link);
    }
    return note;
  });
}

// Where one begins in a list: at the choice, the suggestion, or the first.
export const initialText = (span) => span.chosenOffer ?? span.suggestion?.text ?? span.offers[0].text;

export function heading(span) {
  const head = element("header");
  const title = element("h2");
  title.id = "panel-title";
  title.append(bdi(span.original));
  const { type, identifies } = span.select.dataset;
  const place = element("span", "place", `${span.index + 1} / ${spans().length}`);
  head.append(title, element("span", "badge", type), element("span", "badge", identifies), place);
  return head;
}

function list(span) {
  const box = element("div", "offers");
  box.setAttribute("role", "group");
  box.setAttribute("aria-labelledby", "panel-title");
  let why = "";
  for (const offer of span.offers) {
    if (offer.why && offer.why !== why) {
      const line = element("p", "why");
      line.append(bdi(offer.why));
      box.append(line);
    }
    why = offer.why;
    box.append(button(span, offer));
  }
  return box;
}

// What the options fit and keep, once it is known: span → text → [label, sentence].
let figures = {};
export const takeFigures = (known) => (figures = known);
const figuresOf = (span, text) => figures[span.id]?.[text] ?? ["", ""];

// What is known of the options, folded: as long as one has it open, it is open at the next span, too.
let isWhyOpen = false;
function whyThese(span) {
  const known = span.offers.map(({ text }) => [text, figuresOf(span, text)[1]]).filter(([, sentence]) => sentence);
  if (known.every(([text]) => text === "***")) return []; // nothing but that it says nothing
  const [box, lines] = [element("details", "why-these"), element("dl")];
  for (const [text, sentence] of known) {
    const term = element("dt");
    term.append(bdi(text));
    lines.append(term, element("dd", "", sentence));
  }
  box.append(element("summary", "", "Why these?"), lines);
  box.open = isWhyOpen;
  box.addEventListener("toggle", () => (isWhyOpen = box.open));
  return [box];
}

// One tab stop for the list: where one begins.
function button(span, { text, digit, percent, label, key }) {
  const suggestion = span.suggestion;
  const isSuggested = suggestion?.text === text;
  const made = element("button", isSuggested ? "offer suggested" : "offer");
  made.type = "button";
  made.value = text;
  made.disabled = span.select.disabled;
  made.setAttribute("aria-pressed", String(span.chosenOffer === text));
  made.tabIndex = text === initialText(span) ? 0 : -1;
  made.append(element("kbd", digit < 10 ? "" : "none", String(digit)), bdi(label ?? text, "words"));
  if (key) made.append(element("kbd", "accept", key));
  const [fits] = figuresOf(span, text);
  if (fits) made.append(element("small", "fits", fits));
  if (text === "***") made.append(element("small", "", "say nothing"));
  if (isSuggested) {
    if (suggestion.percent) made.append(element("span", "percent", `${suggestion.percent} %`));
    made.append(element("kbd", "accept", "a"));
    const kind = span.isPreselected ? "preselected" : "suggested";
    made.append(element("span", "visually-hidden", kind));
  } else if (percent > 0) made.append(element("span", "percent", `${percent} %`));
  if (percent > 0) made.style.setProperty("--probability", `${percent}%`);
  return made;
}

// Own words that were begun and neither chosen nor cancelled: whoever comes back to the span has them.
const begun = new Map();
export const keepWords = (span, words) => (words ? begun.set(span.id, words) : begun.delete(span.id));

const MEANING = ["meaning", "Another meaning…", "w"];
const OTHER = ["other", "Other words…", "e"];
const COMMENT = ["comment", "Comment…", "c"];
const GIVEN = [["leave", "Leave as it is", "k"]];

// For who disagrees with the list.
function ways(span) {
  const box = element("div", "ways");
  const canMark = "marks" in document.getElementById("workbench").dataset;
  const all = [MEANING, OTHER, COMMENT, ...(canMark ? corrections(span) : GIVEN)];
  const needless = ["meaning", "other", "unmask"]; // where one decides of masks alone
  const offers = decidesMasks() ? all.filter(([way]) => !needless.includes(way)) : all;
  for (const [way, label, key] of offers) {
    const made = element("button", "secondary", `${label} `);
    made.type = "button";
    if (way === "other" && begun.has(span.id)) made.append(bdi(`“${begun.get(span.id)}”`), " ");
    made.dataset.way = way;
    made.append(element("kbd", "", key));
    if (way === "leave") made.setAttribute("aria-pressed", String(span.text === span.original));
    box.append(made);
  }
  return box;
}

// Where one may correct what is hidden, a span that tells nothing is not one.
function corrections(span) {
  const all = span.same.length;
  const unmask = all > 1 ? `Not to be hidden (all ${all})` : "Not to be hidden";
  return [["unmask", unmask, "x"], ["correct", "Correct…", "m"], ["add", "Hide more…", "i"]];
}

// A field in place of the buttons: Enter chooses what is written, Escape goes back.
export function askForWords(span) {
  const [label, field] = [element("label", "", "Other words"), element("input")];
  [field.id, field.maxLength, field.value] = ["own-words", 200, begun.get(span.id) ?? span.text ?? ""];
  [field.autocomplete, label.htmlFor] = ["off", field.id];
  const buttons = [["write", "Choose", ""], ["cancel", "Cancel", "secondary"]].map(([way, name, kind]) => {
    const made = element("button", kind, name);
    [made.type, made.dataset.way] = ["button", way];
    return made;
  });
  const help = element("p", "help", "In lower case and without an article: the sentence adds it. An admin can offer it to all.");
  panel().querySelector(".ways").replaceChildren(label, field, ...buttons, help);
  field.select();
  field.scrollIntoView({ block: "nearest" });
}

// What else the span may mean, in place of the buttons: the server looks it up.
export async function askForMeaning(span) {
  const box = element("div", "offers meanings");
  const cancel = element("button", "secondary", "Cancel");
  [cancel.type, cancel.dataset.way] = ["button", "cancel"];
  box.append(element("p", "help", "Looking…"));
  const place = panel().querySelector(".ways");
  place.replaceChildren(cancel);
  place.before(box);
  const address = document.getElementById("work").dataset.meanings + span.id;
  const answer = await fetch(address, { headers: { "HX-Request": "true" } }).catch(() => null);
  if (!box.isConnected) return; // one went on meanwhile
  if (answer?.ok && !answer.redirected) box.innerHTML = await answer.text();
  else box.replaceChildren(element("p", "help", "They can't be looked up now. Try again in a moment."));
  placePanel(span);
  box.scrollIntoView({ block: "nearest" });
  box.querySelector(".offer")?.focus({ preventScroll: true });
}

export const isAsking = () => panel().querySelector("#own-words, .meanings") !== null;

// What the sentence reads like with a text: the paragraph around the span, the others as they are.
export function preview(span, text) {
  const place = panel().querySelector(".sentence");
  if (!place) return;
  const [lead, words] = readingOf(span, text);
  const [before, after] = around(span);
  place.dir = "auto";
  const parts = [before + lead, after].map((text) => element("span", "around", text));
  place.replaceChildren(parts[0], bdi(words, "replacement"), parts[1]);
}

function readingOf(span, text) {
  if (text === "NO_MASK") return [span.originalLead, span.original];
  return span.bracketed(decidesMasks() ? "***" : text);
}

function around(span) {
  const line = span.words.closest("p");
  const range = document.createRange();
  range.selectNodeContents(line);
  range.setEndBefore(span.lead ?? span.words);
  const before = range.toString();
  range.selectNodeContents(line);
  range.setStartAfter(span.words);
  const after = range.toString().trimEnd();
  const start = before.length > AROUND ? before.indexOf(" ", before.length - AROUND) + 1 : 0;
  const end = after.length > AROUND ? after.lastIndexOf(" ", AROUND) : after.length;
  return [
    (start > 0 ? "… " : "") + before.slice(start),
    after.slice(0, end) + (end < after.length ? " …" : ""),
  ];
}

export const offerAt = () => panel().querySelector('.offer[tabindex="0"]');

// Arrow keys go through the list, which stays one tab stop.
export function stepInList(from, step) {
  const offers = [...panel().querySelectorAll(".offer")];
  goTo(offers.at((offers.indexOf(from) + step) % offers.length));
}

function goTo(control) {
  const before = offerAt();
  if (before && control.matches(".offer")) [before.tabIndex, control.tabIndex] = [-1, 0];
  control?.focus({ preventScroll: true });
}

// On a narrow screen the panel opens below the span, over the text: nothing moves.
export function placePanel(span) {
  const boxes = span.words.getClientRects();
  const bench = panel().closest(".bench").getBoundingClientRect();
  const below = boxes[boxes.length - 1].bottom - bench.top;
  panel().style.setProperty("--below", `${below}px`);
  panel().closest(".bench").style.setProperty("--room", `${below + panel().offsetHeight + 24}px`);
}

export function hidePanel() {
  panel().hidden = true;
}
