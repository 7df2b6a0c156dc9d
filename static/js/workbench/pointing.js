// Words selected by mouse or finger, where one may correct what is hidden.

import { canMark, takeSelection } from "./marking.js";
import { placeOfRange } from "./places.js";

const JITTER = 5; // pixels that a hand moves while it clicks
const STILL_MS = 300; // a finger moves the selection until then
let pointer = ""; // the kind that was pressed last
let isTaken = false; // the press selected something: its click does nothing else
let start = null; // where it began in a span
let still = 0;

// A finger goes on moving the selection, which stays the browser's own.
function take({ isExact = false, isNative = false } = {}) {
  const selection = getSelection();
  const text = document.querySelector(".document");
  if (!canMark() || selection.isCollapsed || !text?.contains(selection.anchorNode)) return;
  const where = placeOfRange(selection.getRangeAt(0), isExact);
  if (!where) return;
  isTaken = !isNative;
  if (!isNative) selection.removeAllRanges();
  takeSelection(where, { isNative });
}

// In a link browsers begin no selection: one that begins in a span is made here.

const caretAt = ({ clientX, clientY }) => document.caretPositionFromPoint?.(clientX, clientY);

function beginInSpan(event) {
  const isOurs = event.pointerType !== "touch" && event.button === 0 && event.target.closest(".document .span");
  start = isOurs && canMark() ? { x: event.clientX, y: event.clientY, caret: caretAt(event) } : null;
}

document.addEventListener("pointermove", (event) => {
  if (!start?.caret || event.buttons !== 1) return;
  const isMeant = start.isMeant || Math.hypot(event.clientX - start.x, event.clientY - start.y) > JITTER;
  const caret = caretAt(event);
  if (!isMeant || !caret) return;
  start.isMeant = true;
  getSelection().setBaseAndExtent(start.caret.offsetNode, start.caret.offset, caret.offsetNode, caret.offset);
});
document.addEventListener("dragstart", (event) => start && event.preventDefault()); // of what is selected

document.addEventListener(
  "pointerdown",
  (event) => {
    [pointer, isTaken] = [event.pointerType, false];
    beginInSpan(event);
  },
  { capture: true },
);
document.addEventListener("pointerup", (event) => {
  if (event.pointerType === "touch" || event.button !== 0 || event.target.closest?.("#panel")) return;
  take({ isExact: event.altKey });
});
document.addEventListener("selectionchange", () => {
  clearTimeout(still);
  if (pointer === "touch") still = setTimeout(take, STILL_MS, { isNative: true });
});
document.addEventListener(
  "click",
  (event) => {
    const isByKey = event.detail === 0; // it follows no pointer
    if (!isTaken || isByKey || !event.isTrusted || !event.target.closest("#content")) return;
    event.preventDefault();
    event.stopPropagation();
  },
  { capture: true },
);
