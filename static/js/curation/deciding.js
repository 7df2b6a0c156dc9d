// Going from span to span of submitted work and deciding on each, by keys as in the workbench: one place in the text
// has the focus, its card stands beside it, digits choose what goes out and lead to the next span that is open.

const places = () => [...document.querySelectorAll(".texts .replacement")];
const isFolded = (card) => card.closest("details:not([open])");
const cards = () => [...document.querySelectorAll("#spans .span-card")].filter((card) => !isFolded(card));
const cardOf = (id) => document.getElementById(`mention-${id}`);
const idOf = (card) => card.id.replace("mention-", "");
const placeOf = (id) => places().find((place) => place.dataset.span === id);
const isOpen = (card) => !("isDecided" in card.dataset);
const hasKeys = "hasKeys" in (document.getElementById("spans")?.dataset ?? {});
let here = null; // the id of the span that one is at
let lastDecided = null; // likewise: "u" goes back to it where there is nothing to take back

function show(id, hasFocus) {
  if (!cardOf(id)) return;
  cardOf(id).closest("details")?.setAttribute("open", "");
  here = id;
  for (const card of cards()) card.classList.toggle("here", idOf(card) === id);
  for (const place of places()) {
    place.classList.toggle("here", place.dataset.span === id);
    place.tabIndex = place.dataset.span === id ? 0 : -1;
  }
  if (!hasFocus) return;
  const place = placeOf(id);
  (place?.checkVisibility() ? place : cardOf(id).querySelector("a")).focus({ preventScroll: true });
  place?.scrollIntoView({ block: "nearest" });
  cardOf(id).scrollIntoView({ block: "nearest" });
}

function step(by, isWanted = () => true) {
  const all = cards();
  const from = all.findIndex((card) => idOf(card) === here);
  for (let count = 1; count <= all.length; count += 1) {
    const card = all[(from + by * count + all.length * count) % all.length];
    if (isWanted(card)) return show(idOf(card), true);
  }
  return show(here, true);
}

const MOVES = { n: [1], p: [-1], ArrowRight: [1], ArrowDown: [1], ArrowLeft: [-1], ArrowUp: [-1], o: [1, isOpen] };
const MASKS = { d: "DIRECT", q: "QUASI", x: "NO_MASK" };

function press(key) {
  if (key === "u" && !cardOf(here).querySelector('[data-key="u"]') && cardOf(lastDecided)) show(lastDecided, true);
  const card = cardOf(here);
  const field = card.querySelector(`input[data-key="${key}"]`);
  if (field) {
    field.closest("details")?.setAttribute("open", "");
    return field.focus();
  }
  const chosen = key === "a" ? card.querySelector(".offer small")?.closest("button") : null;
  const button = chosen ?? card.querySelector(`button[data-key="${key}"], .offer[value="${MASKS[key]}"]`);
  button?.click();
  return button;
}

document.addEventListener("keydown", (event) => {
  const isTyping = event.target.closest("input, textarea, select");
  if (event.key === "Escape" && isTyping?.closest("#spans")) show(here, true);
  if (!here || isTyping || event.ctrlKey || event.altKey || event.metaKey) return;
  const isArrow = event.key.startsWith("Arrow");
  if (isArrow ? !event.target.matches(".texts .replacement") : !hasKeys) return;
  const move = MOVES[event.key];
  if (move) step(...move);
  else if (!/^[0-9acdekqux]$/u.test(event.key) || !press(event.key)) {
    if (!/^[ec]$/u.test(event.key)) return;
  }
  event.preventDefault();
});

document.addEventListener("click", (event) => {
  const place = event.target.closest(".review a[href^='#mention-']");
  if (!place) return;
  event.preventDefault();
  show(place.hash.replace("#mention-", ""), true);
});

// htmx would wire a new card a moment later: a key pressed meanwhile would send its form as a page.
document.addEventListener("htmx:oobAfterSwap", (event) => htmx.process(event.target));

// A refusal that is said elsewhere on the page is no "Saved".
document.addEventListener("htmx:afterRequest", ({ detail }) => {
  const status = document.getElementById("save-status");
  if (detail.xhr.status >= 400 && detail.elt.closest("#spans")) status.textContent = "Not saved";
});

// Decided: on to the next that is open. What was taken back or said leads nowhere.
document.addEventListener("htmx:afterSettle", (event) => {
  if (event.detail.target?.id !== "save-status" && event.target.id !== "save-status") return;
  const card = cardOf(here);
  show(here, false);
  const { text, written, reading, note } = event.detail.requestConfig?.parameters ?? {};
  const wasDecided = text || written || reading || note;
  const asked = card.querySelector("[data-is-asked]");
  if (asked) asked.focus();
  else if (wasDecided && !isOpen(card) && !card.querySelector("[role=alert]")) {
    lastDecided = here;
    document.getElementById("messages").replaceChildren(); // they told of a step before
    step(1, isOpen);
  }
  else show(here, true);
});

const asked = location.hash.match(/^#mention-([\d-]+)$/u)?.[1];
const first = cards().find(isOpen) ?? cards()[0];
if (first) show(asked && cardOf(asked) ? asked : idOf(first), Boolean(asked));
