// Privacy figures: beside each option of the panel, in lines above the text, and dotted in it.
//
// Both are computed by the server and asked for once the page is there; the lines again after each
// save, which itself costs nothing more. Without a connection the page works without them.

import { takeFigures } from "./panel.js";
import { placeAt, rangeOf } from "./places.js";

const AGAIN_MS = 5000; // while the worker prepares them
const box = () => document.getElementById("risk");
const hasRoom = matchMedia("(min-width: 62rem)"); // as the style sheet has it
let wasOpened = false; // where there is none
let asked = null; // the request for the lines that was not answered yet
let later = 0;

// What the options of the document fit and keep.
export async function readFigures() {
  takeFigures({});
  const form = document.getElementById("work");
  if (!form.dataset.figures) return;
  const answer = await fetch(form.dataset.figures).catch(() => null);
  if (!answer?.ok || answer.redirected || !form.isConnected) return;
  takeFigures(await answer.json());
}

// The answer to an earlier question is not waited for: what was saved since changes it.
export async function readLines() {
  asked?.abort();
  clearTimeout(later);
  CSS.highlights?.delete("gives-away");
  if (!box()) return;
  asked = new AbortController();
  const { signal } = asked;
  const place = box();
  const answer = await fetch(place.dataset.lines, { headers: { "HX-Request": "true" }, signal }).catch(() => null);
  const lines = answer?.ok && !answer.redirected ? await answer.text().catch(() => "") : "";
  if (signal.aborted || !lines || !place.isConnected) return;
  show(place, lines);
  if (place.querySelector("[data-awaited]")) later = setTimeout(readLines, AGAIN_MS);
}

// Whoever is at one of the buttons stays there, or goes to the first that is left.
function show(place, lines) {
  const held = place.contains(document.activeElement) ? document.activeElement.value : null;
  place.innerHTML = lines;
  place.querySelector("details").open = hasRoom.matches || wasOpened;
  htmx.process(place);
  const buttons = [...place.querySelectorAll("button")];
  if (held !== null) (buttons.find(({ value }) => value === held) ?? buttons[0])?.focus({ preventScroll: true });
  dot(place);
}

// Where the browser can't underline without a change of the page, it does not.
function dot(place) {
  const words = [...place.querySelectorAll("[data-places]")];
  const places = words.flatMap(({ dataset }) => dataset.places.split(" ").map((each) => placeAt(...each.split("-").map(Number))));
  CSS.highlights?.set("gives-away", new Highlight(...places.filter(Boolean).map(rangeOf)));
}

document.addEventListener("toggle", ({ target }) => {
  if (target.matches("#risk > details") && !hasRoom.matches) wasOpened = target.open;
}, true);

// After each save; a step that answers with a page in place of this one reads the lines of that.
document.addEventListener("htmx:afterRequest", ({ detail }) => {
  const asker = detail.requestConfig?.elt ?? detail.elt;
  if (detail.successful && box() && asker.isConnected && asker.matches("#work [hx-post]")) readLines();
});
