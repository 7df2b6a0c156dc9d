// The workbench: where one is in the text, what keys and clicks do, and the next document.
//
// All listeners are on the document: a step may answer with another document in place of this one.

import "./guide.js";
import { addWords, canMark, correct, forget, identify, isMarking, isSelecting, release, unmask } from "./marking.js";
import {
  askForMeaning, askForWords, hidePanel, initialText, isAsking, keepWords, offerAt, placePanel, preview, showPanel,
  stepInList,
} from "./panel.js";
import "./pointing.js";
import { isStepUnderway, restore, say } from "./saving.js";
import { currentView, decidesMasks, lineOnTop, read, readSentences, spanOf, spans, switchView } from "./spans.js";

const NARROW = matchMedia("(max-width: 62rem)");
const LOW = matchMedia("(max-height: 30rem)"); // neither bar nor foot stays in sight
const dialog = () => document.getElementById("shortcuts");
const bench = () => document.getElementById("workbench");
const NOTES = ".notes details";
const OF_DOCUMENT = ["s", "?", "v", "b", "f", "u", "r"]; // keys that need no span
let here = null; // the span one is at
let trail = []; // the spans one came from
let goesOn = false; // whether the step under way leads to the next open span

const press = (id) => document.getElementById(id)?.click();

// Makes a span the one that the panel is about; the text has one tab stop, and it is here.
function setCurrent(span) {
  here?.words.classList.remove("here");
  here?.cell.classList.remove("here");
  here?.words.removeAttribute("aria-current");
  if (here) here.words.tabIndex = -1;
  here = span;
  here.words.tabIndex = 0;
  here.words.classList.add("here");
  here.cell.classList.add("here");
  here.words.setAttribute("aria-current", "true");
  const { entity } = here.select.dataset;
  for (const each of spans()) {
    each.words.classList.toggle("same", entity !== undefined && each !== here && each.select.dataset.entity === entity);
  }
}

function visit(span, { goesBack = false } = {}) {
  if (!span) return;
  forget();
  if (here && here !== span && !goesBack) trail.push(here);
  setCurrent(span);
  showPanel(span);
  placePanel(span);
  span.words.focus({ preventScroll: true });
  bringIntoView(span);
}

// The window moves only where the span, or the panel below it, would be out of sight.
function bringIntoView(span) {
  const box = span.words.getBoundingClientRect();
  const panel = document.getElementById("panel");
  const low = NARROW.matches ? panel.getBoundingClientRect().bottom : box.bottom;
  const [bar, foot] = LOW.matches ? [4, 4] : [70, 60];
  if (box.top < bar) window.scrollBy(0, box.top - bar - 40);
  else if (low > innerHeight - foot) window.scrollBy(0, Math.min(low - innerHeight + foot, box.top - bar));
  if (!NARROW.matches) panel.closest(".side").scrollTop = 0;
}

function nextOpenFrom(from) {
  const order = [...spans().slice(from.index + 1), ...spans().slice(0, from.index)];
  return order.find((span) => span.isOpen);
}

// Where a key leads nowhere, that is said.
const visitOrSay = (span, why) => (span ? visit(span) : say(why));

function visitNext() {
  const way = nextOpenFrom(here) ? "o leads to an open one." : "no other is open.";
  visitOrSay(spans()[here.index + 1], `This is the last span; ${way}`);
}

function chooseByKey(offer, key) {
  if (offer) chooseAndGoOn(offer.text);
  else say(`Nothing in the list has the key ${key}.`);
}

function chooseAndGoOn(text) {
  if (isStepUnderway() || here.select.disabled || text === undefined) return;
  if (decidesMasks() && !decide(text)) return;
  here.choose(decidesMasks() ? "***" : text);
  keepWords(here, "");
  const next = nextOpenFrom(here);
  if (next) visit(next);
  else showPanel(here);
}

// Whether it is decided by the choice alone: another decision than was suggested changes the span.
function decide(kind) {
  if (kind === "***" || kind === here.select.dataset.identifier) return true;
  goesOn = true;
  if (kind === "NO_MASK") unmask(here);
  else identify(here, kind);
  return false;
}

function toggle(view) {
  switchView(currentView() === view ? "edit" : view);
}

function goBack() {
  const before = trail.pop();
  if (before) visit(before, { goesBack: true });
}

// A comment on the document, or on the span one is at.
function comment(span = null) {
  const box = document.getElementById("flag-card");
  if (!box) return;
  box.open = true;
  setCommentSubject(span);
  if (NARROW.matches) hidePanel();
  box.scrollIntoView({ block: "nearest" });
  document.getElementById("comment").focus({ preventScroll: true });
}

function setCommentSubject(span) {
  document.getElementById("about").value = span?.id ?? "";
  document.getElementById("about-words").textContent = span ? `On “${span.original}”` : "";
}

const ownWords = () => document.getElementById("own-words");

function asksInPanel(ask) {
  if (here.select.disabled || decidesMasks()) return;
  showPanel(here);
  placePanel(here);
  ask(here);
}

const ways = {
  meaning: () => asksInPanel(askForMeaning),
  other: () => asksInPanel(askForWords),
  write: () => chooseAndGoOn(ownWords()?.value.trim() || undefined),
  cancel: () => leaveList(),
  leave: () => canMark() || chooseAndGoOn(here.original),
  comment: () => comment(here),
  correct: () => correct(),
  unmask: () => unmask(),
  add: () => addWords(),
};

const keys = {
  n: visitNext,
  p: () => visitOrSay(spans()[here.index - 1], "This is the first span."),
  o: () => visitOrSay(nextOpenFrom(here), "No other span is open."),
  a: () => chooseByKey(here.suggestion, "a"),
  A: () => press("accept-all"),
  Backspace: goBack,
  u: () => press("undo"),
  r: () => press("redo"),
  v: () => toggle("reading"),
  b: () => toggle("original"),
  e: ways.other,
  w: ways.meaning,
  k: ways.leave,
  c: ways.comment,
  f: () => comment(),
  s: () => press("submit"),
  d: () => decidesMasks() && chooseAndGoOn("DIRECT"),
  q: () => decidesMasks() && chooseAndGoOn("QUASI"),
  x: () => decidesMasks() && chooseAndGoOn("NO_MASK"),
  "?": () => dialog().showModal(),
  0: () => chooseAndGoOn("***"),
};
for (let digit = 1; digit <= 9; digit += 1) {
  keys[digit] = () => chooseByKey(here.offers.find((offer) => offer.digit === digit), digit);
}

// Within the text, whatever the account says of letters; a line from right to left turns them round.
function moveBy(key) {
  const isMirrored = getComputedStyle(here.words.closest("p")).direction === "rtl";
  const forward = isMirrored ? "ArrowLeft" : "ArrowRight";
  const steps = { [forward]: 1, [isMirrored ? "ArrowRight" : "ArrowLeft"]: -1, ArrowDown: 1, ArrowUp: -1 };
  if (key in steps) return visit(spans()[here.index + steps[key]]), true;
  if (key === "Home" || key === "End") return visit(spans().at(key === "Home" ? 0 : -1)), true;
  return false;
}

function inList(event) {
  const steps = { ArrowDown: 1, ArrowUp: -1 };
  if (event.key in steps) return stepInList(event.target, steps[event.key]), true;
  return false;
}

function leaveList() {
  if (ownWords()) keepWords(here, "");
  const left = forget();
  if (left) getSelection().removeAllRanges(); // a finger's stays as long as one marks
  const isOfSpan = left === "correct" || left === "borders";
  if (here && (isAsking() || isOfSpan || (left && !NARROW.matches))) showPanel(here);
  else if (NARROW.matches || left) hidePanel();
  here?.words.focus({ preventScroll: true });
}

document.addEventListener("keydown", (event) => {
  if (event.key === "?" && dialog().open) return dialog().close();
  if (event.target.id === "comment" && event.key === "Enter" && (event.ctrlKey || event.metaKey)) return press("flag");
  if (event.ctrlKey || event.metaKey || event.altKey || dialog().open) return;
  if (event.key === "Escape" && (here || isMarking())) return leaveList();
  if (!here && !OF_DOCUMENT.includes(event.key)) return;
  if (event.key === "Enter" && event.target.id === "own-words") {
    event.preventDefault();
    return ways.write();
  }
  const isHandled =
    (event.target.matches(".document .span") && moveBy(event.key)) ||
    (event.target.matches(".offer") && inList(event));
  const isTyping = event.target.matches("input:not([type=checkbox]), textarea, select, [contenteditable]");
  const act = !isTyping && "hasKeys" in bench().dataset ? keys[event.key] : undefined;
  if (!isHandled && !act) return;
  event.preventDefault();
  if (!isHandled) act();
});

document.addEventListener("click", (event) => {
  const button = event.target.closest("button");
  const words = event.target.closest('.document .span, #missing a, a[href^="#span-"]');
  if (words) {
    event.preventDefault();
    const span = spanOf(words.hash.startsWith("#span-") ? document.querySelector(words.hash) : words);
    visit(span);
    if (event.detail === 0 && event.target === span.words) offerAt()?.focus({ preventScroll: true });
  } else if (button?.matches("#panel .offer")) {
    event.preventDefault();
    chooseAndGoOn(button.value);
  } else if (button?.dataset.way) ways[button.dataset.way]();
  else if (button?.dataset.view) {
    event.preventDefault();
    switchView(button.dataset.view);
  } else if (button?.id === "show-keys") dialog().showModal();
  else if (event.target.closest("#flag-card summary")) setCommentSubject(null);
  else if (isSelecting() && !event.target.closest(".side, .bar, .foot")) leaveList();
  else if (NARROW.matches && !isMarking() && !event.target.closest("#panel")) hidePanel();
});

// The rail is a map: a click goes to the span whose place is nearest.
document.addEventListener("click", (event) => {
  const rail = event.target.closest("#rail");
  if (!rail) return;
  const distance = ({ cell }) => {
    const box = cell.getBoundingClientRect();
    return Math.abs(event.clientY - box.y - box.height / 2) + Math.abs(event.clientX - box.x - box.width / 2);
  };
  const nearest = spans().reduce((best, span) => (distance(span) < distance(best) ? span : best));
  if (distance(nearest) < 40) visit(nearest);
});

// A screen reader goes to words by itself. Of a press of the mouse or of Space the click is enough: the text
// must stay where it is until then. A finger is no pointer any more when the browser makes a mouse of it.
let isPressed = false;
let isStale = false; // whether the panel is to be shown anew after that
for (const kind of ["pointerdown", "pointerup", "pointercancel", "mousedown", "mouseup", "keydown", "keyup"]) {
  document.addEventListener(kind, (event) => {
    if (kind.startsWith("key") && event.key !== " ") return;
    isPressed = kind.endsWith("down");
    if (!isPressed && isStale) setTimeout(showAnew); // when the click is done that the press becomes
  }, { capture: true });
}
document.addEventListener("focusin", (event) => {
  if (isPressed || !event.target.matches(".document .span")) return;
  const span = spanOf(event.target);
  if (span !== here) visit(span);
});

// The sentence shows what one is about to choose.
for (const kind of ["focusin", "pointerover"]) {
  document.addEventListener(kind, (event) => {
    const offer = event.target.closest?.(".offer");
    if (offer) preview(here, offer.value);
  });
}

document.addEventListener("input", (event) => {
  if (event.target.id !== "own-words") return;
  event.target.value = event.target.value.replace(/[[\]]/g, ""); // which mark a replacement
  keepWords(here, event.target.value.trim());
  showSentence();
});

// Whatever changes a drop-down, or what is stored or suggested for it, changes what is shown.
for (const kind of ["change", "renewed"]) {
  document.addEventListener(kind, (event) => {
    const span = spanOf(event.target);
    if (!span) return;
    span.show();
    updateMissing();
    if (span === here) showAnew();
  });
}

// A field in which somebody writes, or what they look at, stays, whatever comes from the server meanwhile;
// a button that is replaced while it is pressed would never hear of the click.
function showAnew() {
  isStale = isPressed;
  if (isPressed) return;
  if (here && !document.getElementById("panel").hidden && !isAsking() && !isMarking()) showPanel(here);
}

// What prevents the document from being submitted is struck out as it is done, and goes at the end.
function updateMissing() {
  const links = [...document.querySelectorAll("#missing a")];
  if (links.length === 0) return;
  const left = links.filter((link) => {
    const isOpen = spanOf(document.querySelector(link.hash)).isOpen;
    link.classList.toggle("done", !isOpen);
    return isOpen;
  });
  if (left.length > 0) return;
  const box = document.getElementById("missing");
  box.replaceChildren();
  box.removeAttribute("class");
}

// A comment is with the reviewers: work goes on where it was.
document.addEventListener("htmx:afterSettle", (event) => {
  const isSent = event.detail.requestConfig?.elt.id === "flag" && event.detail.xhr.status === 200;
  if (isSent && here) visit(here);
});

// A step that was refused names spans: the first is where work goes on.
document.addEventListener("htmx:afterSettle", (event) => {
  if (event.detail.requestConfig?.elt.id !== "submit" || !document.querySelector("#missing a")) return;
  const missing = [...document.querySelectorAll("#missing a")].map(({ hash }) => hash);
  for (const span of spans()) span.words.classList.toggle("refused", missing.includes(`#${span.words.id}`));
  visit(spanOf(document.querySelector(missing[0])));
});

function open({ takesFocus }) {
  [here, trail] = [null, []];
  forget();
  restore();
  read();
  readSentences().then(() => showSentence());
  // The text does not wait for what is said of it.
  import("./risk.js").then((risk) => {
    risk.readFigures().then(() => showAnew());
    risk.readLines();
  });
  const marked = takesFocus && spanOf(document.getElementById(`span-${bench().dataset.here}`));
  if (marked) return comeBack(marked);
  const refused = document.querySelector(".document .span.refused");
  const reason = document.querySelector("#reasons [data-at] a"); // of a reviewer who sent the work back
  const asked = reason && spanOf(document.querySelector(reason.hash));
  const first = spanOf(refused) ?? asked ?? spans().find((span) => span.isOpen) ?? spans()[0];
  if (first) {
    setCurrent(first);
    if (!NARROW.matches) showPanel(first);
    if (takesFocus || refused) first.words.focus({ preventScroll: true });
  } else if (takesFocus) document.getElementById("content").focus({ preventScroll: true });
}

// A change of what is hidden moves no line, and what one was writing or reading beside the text stays.
let before = null;
document.addEventListener("htmx:beforeSwap", (event) => {
  if (event.detail.target.id !== "workbench") return;
  const isOpen = [...document.querySelectorAll(NOTES)].map((part) => part.open);
  const words = document.getElementById("comment")?.value;
  const about = document.getElementById("about")?.value;
  const line = lineOnTop();
  const [start, top] = [line?.dataset.start, line?.getBoundingClientRect().top];
  before = { isOpen, words, about, start, top, view: currentView() };
  if (event.detail.requestConfig.elt.id === "unmask") goesOn = true;
});

function comeBack(span) {
  if (before.view !== "edit") switchView(before.view);
  const line = document.querySelector(`.document [data-start="${before.start}"]`);
  if (line) scrollBy(0, line.getBoundingClientRect().top - before.top);
  for (const [index, part] of document.querySelectorAll(NOTES).entries()) part.open = before.isOpen[index];
  visit(goesOn && !span.isOpen ? (nextOpenFrom(span) ?? span) : span);
  goesOn = false;
  if (!before.words) return;
  document.getElementById("comment").value = before.words;
  setCommentSubject(spanOf(document.getElementById(`span-${before.about}`)));
}

// The sentence as it reads now: with what one writes, else with what is chosen or suggested.
function showSentence() {
  if (!here || document.getElementById("panel").hidden || isMarking()) return;
  preview(here, document.getElementById("own-words")?.value.trim() || initialText(here));
}

document.addEventListener("htmx:afterSwap", (event) => {
  if (event.target.id !== "workbench") return;
  htmx.process(event.target); // it would a moment later, and nothing chosen meanwhile were sent
  open({ takesFocus: true });
  release();
});

// htmx wires the page on the same event, and was asked first.
document.addEventListener("DOMContentLoaded", () => open({ takesFocus: false }));
