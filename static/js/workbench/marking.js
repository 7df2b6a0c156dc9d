// Marking: where one may correct what is hidden, words are selected and spans are changed here.
//
// Every press is sent at once, since it can be undone. Nothing here acts where the page has no
// `data-marks`; it knows where one is from the page, and the workbench asks whether one marks.

import { focusOn, showBorders, showCorrecting, showNew, showPlace, stepInTypes } from "./markpanel.js";
import { placePanel } from "./panel.js";
import {
  bordersOf, directionAt, freeWord, freeWordOfLine, moved, offsetOf, overlap, rangeOf, spanAt, wordsOf,
} from "./places.js";
import { isLeadingOn, isStepUnderway, say } from "./saving.js";
import { decidesMasks, spanOf } from "./spans.js";

const EMPTY_FIELDS = { span: "", start: "", end: "", words: "", type: "", identifier: "", status: "", entity: "" };
const PASSED_ON = ["n", "p", "o", "u", "r", "v", "?"]; // what the workbench does with these holds here, too
const bench = () => document.getElementById("workbench");
const here = () => spanOf(document.querySelector(".document .here"));
let stage = null; // "new", "borders" or "correct" while one marks
let place = null; // what is selected
let subject = null; // the span that is corrected
let isSending = false; // whether a change of the spans was asked for, and not answered
let heldKeys = []; // keys pressed meanwhile: they mean what the answer will show

export const canMark = () => "marks" in bench().dataset;
export const isMarking = () => stage !== null;
export const isSelecting = () => stage === "new" || stage === "borders";

// Ends marking, and returns the stage it was at.
export function forget() {
  const left = stage;
  if (stage === "borders" && subject.words.isConnected) subject.showOriginal(false);
  [stage, place, subject] = [null, null, null];
  CSS.highlights?.delete("marking");
  document.getElementById("panel").classList.remove("docked");
  return left;
}

function select(where, { isNative = false } = {}) {
  place = where;
  if (!isNative) highlight();
  else CSS.highlights?.set("marking", new Highlight(rangeOf(place)));
}

// Where the browser can't show a place otherwise, it is selected.
function highlight() {
  const [range, selection] = [rangeOf(place), getSelection()];
  selection.removeAllRanges();
  if (CSS.highlights) CSS.highlights.set("marking", new Highlight(range));
  else selection.addRange(range);
}

function bringIntoView() {
  const box = rangeOf(place).getBoundingClientRect();
  const panel = document.getElementById("panel").getBoundingClientRect();
  const low = panel.top > 0 && panel.left < box.right ? panel.top : innerHeight - 60;
  if (box.top < 70) scrollBy(0, box.top - 110);
  else if (box.bottom > low) scrollBy(0, Math.min(box.bottom - low + 40, box.top - 70));
}

function startNew(where, options) {
  forget();
  stage = "new";
  select(where, options);
  showNew(place);
  if (options?.isNative) bringIntoView(); // the panel may lie over what a finger selected
}

// Takes what a pointer selected: the borders that are moved, a span, or new words.
export function takeSelection(where, { isNative }) {
  const span = spanAt(where);
  if (stage === "borders" && overlap(where, bordersOf(subject))) {
    select(where, { isNative });
    showPlace(place);
  } else if (span) {
    span.words.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true, detail: 1 }));
  } else startNew(where, { isNative });
  if (!isNative) focusOn(".ends");
}

export function addWords() {
  const from = here() ? bordersOf(here()).to : 0;
  const word = freeWord(from, 1) ?? freeWord(0, 1);
  if (!word) return;
  startNew(word);
  focusOn(".ends");
  bringIntoView();
}

export function correct(span = here()) {
  forget();
  [stage, subject] = ["correct", span];
  showCorrecting(span);
  placePanel(span);
  document.querySelector("#panel > header").scrollIntoView({ block: "nearest" }); // one may come from below a long list
  focusOn("[aria-pressed=true]");
}

// The span shows its own words meanwhile.
function adjust() {
  const span = subject;
  forget();
  [stage, subject] = ["borders", span];
  span.showOriginal(true);
  select(bordersOf(span));
  showBorders(span, place);
  focusOn(".ends");
  bringIntoView();
}

function change(where) {
  if (!where) return;
  select(where);
  showPlace(place);
  bringIntoView();
}

// Sends the whole form: fields that are not set here are left as they are.
function send(button, fields, name = "Correct") {
  if (isStepUnderway()) return;
  isSending = true;
  const { elements } = document.getElementById("work");
  for (const [name, value] of Object.entries({ ...EMPTY_FIELDS, ...fields })) elements[`mark-${name}`].value = value;
  elements["mark-everywhere"].checked = document.getElementById("mark-more")?.checked ?? true;
  if (button === "mark") document.getElementById(button).dataset.name = name;
  document.getElementById(button).click();
}

// Presses the keys that were held, until one of them asks for a change itself.
export function release() {
  const keys = heldKeys;
  [isSending, heldKeys] = [false, []];
  while (keys.length > 0 && !isSending) {
    const target = document.activeElement ?? document.body;
    target.dispatchEvent(new KeyboardEvent("keydown", { key: keys.shift(), bubbles: true, cancelable: true }));
  }
  heldKeys.push(...keys);
}

// Where a step was refused or answered in parts, the page is the one that the keys were pressed on.
document.addEventListener("htmx:afterRequest", ({ detail }) => {
  const asker = detail.requestConfig?.elt ?? detail.elt;
  if (!asker.matches("#mark, #unmask, #undo, #redo")) return;
  if (!detail.successful) [isSending, heldKeys] = [false, []];
  else if (!isSending) setTimeout(release);
});

const sendBorders = (fields) =>
  send("mark", { start: offsetOf(place.from, false), end: offsetOf(place.to, true), words: wordsOf(place), ...fields });

const DATA_OF_FIELD = { type: "entityType", identifier: "identifier", status: "status", entity: "entity" };

// Sets the type or another field of a span; a value that it has already is not sent, and one is done all the same.
function setField(name, value) {
  if (stage === "new") sendBorders({ [name]: value });
  else if (subject.select.dataset[DATA_OF_FIELD[name]] !== value) send("mark", { span: subject.id, [name]: value });
  else {
    document.querySelector("#panel [data-way=cancel]").click();
    say("Nothing changed: the span is that already.");
  }
}

export const identify = (span, kind) => send("mark", { span: span.id, identifier: kind }, "Hide");

export const unmask = (span = subject ?? here()) => send("unmask", { span: span.id });

const marks = {
  adjust,
  unmask: () => unmask(),
  borders: () => sendBorders({ span: subject.id }),
};

document.addEventListener("click", (event) => {
  const button = event.target.closest("#panel button");
  if (!button || !isMarking() || button.dataset.way) return;
  event.stopImmediatePropagation(); // the button may be gone now
  const { type, identifier, mark, end, step, unit } = button.dataset;
  if (type ?? identifier) setField(type ? "type" : "identifier", type ?? identifier);
  else if (end) change(moved(place, end, Number(step), unit));
  else marks[mark]?.();
});

// Lists: what a pointer picks is taken at once, what keys go through when Enter says so.

let isByKeys = false;
for (const kind of ["pointerdown", "keydown"]) {
  document.addEventListener(kind, () => (isByKeys = kind === "keydown"), { capture: true });
}
document.addEventListener(
  "change",
  (event) => {
    const { field } = event.target.dataset;
    if (!field) return;
    event.stopPropagation(); // it is no choice of a replacement
    if (isByKeys) event.target.closest("div").querySelector(".help").hidden = false;
    else setField(field, event.target.value);
  },
  { capture: true },
);

// Keys.

const correctKeys = {
  b: adjust,
  x: () => unmask(),
  d: () => setField("identifier", "DIRECT"),
  q: () => setField("identifier", "QUASI"),
};
const idleKeys = {
  x: () => here() && unmask(),
  m: () => here() && correct(),
  i: addWords,
  "+": addWords,
};

const isTyping = (field) => field.matches("input:not([type=checkbox]), textarea, select, [contenteditable]");

document.addEventListener(
  "keydown",
  (event) => {
    if (!canMark() || document.getElementById("shortcuts").open || event.key === "Escape") return;
    if (!(hold(event) || (isMarking() ? handle(event) : handleIdle(event)))) return;
    event.preventDefault();
    event.stopPropagation();
  },
  { capture: true },
);

// A step leads to another page: what comes next is meant for that, unless it is another document.
function hold(event) {
  const isWaiting = isSending || (isStepUnderway() && !isLeadingOn());
  const isKey = "hasKeys" in bench().dataset && isPlain(event) && event.key.length === 1;
  if (!isWaiting || !isKey || isTyping(event.target)) return false;
  heldKeys.push(event.key);
  return true;
}

const isPlain = (event) => !event.ctrlKey && !event.metaKey && !event.altKey;

// The keys that move borders begin to do so at a span.
function handleIdle(event) {
  const span = here();
  if (span && [span.words, document.body].includes(event.target) && isOfBorders(event)) {
    subject = span;
    adjust();
    return handleArrow(event);
  }
  if (decidesMasks() && event.key === "x") return false; // a decision like others: it goes on
  const act = "hasKeys" in bench().dataset && isPlain(event) && !isTyping(event.target) && idleKeys[event.key];
  if (act) act();
  return Boolean(act);
}

function handle(event) {
  const { target, key } = event;
  if (key === "Enter") return handleEnter(target);
  if (isTyping(target)) return false;
  if (target.matches("[data-type]") && (key === "ArrowDown" || key === "ArrowUp")) {
    return stepInTypes(target, key === "ArrowDown" ? 1 : -1), true;
  }
  if (isSelecting() && handleArrow(event)) return true;
  return isPlain(event) && handleLetter(key);
}

function handleEnter(target) {
  if (target.dataset.field) return setField(target.dataset.field, target.value), true;
  if (!isSelecting() || isTyping(target) || target.matches("button, input, summary")) return false;
  if (stage === "new") focusOn("[data-type]");
  else marks.borders();
  return true;
}

const isOfBorders = ({ key, shiftKey, ctrlKey, metaKey }) =>
  (shiftKey || ctrlKey || metaKey) && (key === "ArrowLeft" || key === "ArrowRight");

// The end or the start goes, by words or characters; without either key other words are meant.
function handleArrow({ key, shiftKey, ctrlKey, metaKey, altKey }) {
  const isMirrored = directionAt(place.from) === "rtl";
  const sideways = { ArrowRight: isMirrored ? -1 : 1, ArrowLeft: isMirrored ? 1 : -1 }[key];
  const upwards = { ArrowDown: 1, ArrowUp: -1 }[key];
  if (!sideways && !upwards) return false;
  const granularity = altKey ? "grapheme" : "word";
  if (sideways && (ctrlKey || metaKey)) change(moved(place, "from", sideways, granularity));
  else if (sideways && (shiftKey || altKey)) change(moved(place, "to", sideways, granularity));
  else if (stage === "new" && sideways) change(freeWord(sideways > 0 ? place.to : place.from, sideways));
  else if (stage === "new") change(freeWordOfLine(place.from, upwards));
  return true;
}

// Other letters mean the span one is at, which the panel does not show now.
function handleLetter(key) {
  if (!("hasKeys" in bench().dataset) || key.length > 1 || key === " ") return false;
  const type = document.querySelectorAll("#panel [data-type]")[Number(key) - 1];
  if (type) type.click();
  else if (stage === "correct") correctKeys[key]?.();
  else if (idleKeys[key] === addWords) addWords();
  return !PASSED_ON.includes(key);
}
