// Suggestions beside open spans: one click or key accepts one, and each choice ranks the rest anew.
//
// A drop-down that stands at its suggestion because the project preselects has another name than
// one that was chosen: the server takes it for a choice only when the whole document is submitted.

const form = document.getElementById("work");
const placeOf = (select) => document.getElementById(select.id.replace("choice-", "suggestion-"));
const selectOf = (place) => document.getElementById(place.id.replace("suggestion-", "choice-"));
const markOf = (select) => document.getElementById(select.id.replace("choice-", "mark-"));
const isPreselecting = (place) => "preselects" in place.dataset;
const isPreselected = (select) => select.name !== select.id;
let wasAccepting = false; // whether the last request was that of the button for all

// The hidden field says what is shown: "84 city in Norway".
function shownIn(place) {
  const [, percent, text] = /^(\d+) ([^]+)$/.exec(place.querySelector("input")?.value ?? "") ?? [];
  return text === undefined ? null : { percent, text };
}

// Marks the option that is suggested, in words; what stands there in advance needs none.
function label(select, shown) {
  for (const option of [...select.options].slice(1)) {
    const words = option.value === shown?.text ? ` · suggested, ${shown.percent} %` : "";
    if (option.textContent !== option.value + words) option.textContent = option.value + words;
  }
}

function choose(select, text) {
  select.value = text;
  select.dispatchEvent(new Event("change", { bubbles: true }));
}

form.addEventListener("click", (event) => {
  const place = event.target.closest(".chip")?.parentElement;
  if (!place) return;
  event.preventDefault();
  const select = selectOf(place);
  select.focus(); // the button goes away; keys go on from here
  choose(select, shownIn(place).text);
});

// The button goes at once. The field stays until the server answers: it says what was in view.
form.addEventListener("change", (event) => {
  if (!event.target.matches(".mention select")) return;
  const chip = placeOf(event.target).querySelector(".chip");
  if (chip) chip.hidden = true;
  label(event.target, null);
});

// A drop-down is relabelled, never replaced: it may have the focus.
form.addEventListener("renewed", (event) => {
  if (event.target.matches(".suggestion")) show(event.target);
});

function show(place) {
  const select = selectOf(place);
  const shown = shownIn(place);
  const isInAdvance = shown !== null && isPreselecting(place);
  label(select, isInAdvance ? null : shown);
  if (markOf(select).dataset.chosen !== "") return;
  if (isInAdvance) {
    select.name = select.id.replace("choice-", "preselected-");
    select.value = shown.text;
  } else if (isPreselected(select)) {
    select.name = select.id;
    select.value = "";
  }
}

// The button that accepts all may go with its answer; keys go on from "Undo" beside it.
document.addEventListener("htmx:beforeSend", (event) => {
  wasAccepting = event.detail.elt.id === "accept-all";
});
document.addEventListener("htmx:afterSettle", () => {
  if (wasAccepting && document.activeElement === document.body) document.getElementById("undo").focus();
  wasAccepting = false;
});
