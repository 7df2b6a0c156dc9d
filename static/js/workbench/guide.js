// The steps of marking, as a guide that one may follow or leave: each leads to its view of the text.

import { spans, turnTo } from "./spans.js";

const KEPT = "palimpsest-guide"; // whether it is open, in this browser
const guide = () => document.getElementById("guide");

const steps = {
  read: () => turnTo("original"),
  mark: () => turnTo("edit"),
  decide: () => {
    turnTo("edit");
    const open = spans().find((span) => span.isOpen);
    open?.words.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true, detail: 1 }));
  },
  look: () => turnTo("reading"),
};

function begin() {
  const kept = localStorage.getItem(KEPT);
  if (guide() && kept !== null) guide().open = kept === "open";
}

document.addEventListener("click", (event) => {
  const button = event.target.closest("#guide button");
  if (!button) return;
  for (const each of guide().querySelectorAll("button")) each.removeAttribute("aria-current");
  button.setAttribute("aria-current", "step");
  steps[button.dataset.step]();
});

document.addEventListener(
  "toggle",
  (event) => {
    if (event.target === guide()) localStorage.setItem(KEPT, guide().open ? "open" : "closed");
  },
  { capture: true },
);

for (const kind of ["DOMContentLoaded", "htmx:afterSwap"]) document.addEventListener(kind, begin);
