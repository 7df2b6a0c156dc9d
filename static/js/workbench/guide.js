// The steps of marking, as a guide that one may follow or leave: each leads to its view of the text.

import { spans, switchView } from "./spans.js";

const STORAGE_KEY = "palimpsest-guide"; // whether it is open, in this browser
const guide = () => document.getElementById("guide");

const steps = {
  read: () => switchView("original"),
  mark: () => switchView("edit"),
  decide: () => {
    switchView("edit");
    const open = spans().find((span) => span.isOpen);
    open?.words.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true, detail: 1 }));
  },
  look: () => switchView("reading"),
};

function begin() {
  const stored = localStorage.getItem(STORAGE_KEY);
  if (guide() && stored !== null) guide().open = stored === "open";
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
    if (event.target === guide()) localStorage.setItem(STORAGE_KEY, guide().open ? "open" : "closed");
  },
  { capture: true },
);

for (const kind of ["DOMContentLoaded", "htmx:afterSwap"]) document.addEventListener(kind, begin);
