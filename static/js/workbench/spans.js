// The spans of the open document: what is chosen for each, and how its words read in each view.
//
// A choice is what its drop-down says; the text, the rail and the panel only show it. The
// drop-down has another name while it stands at a suggestion because the project preselects.

// Where nothing is replaced one decides of each span whether it is hidden: `***`, and as what.
const DECISIONS = [
  { text: "DIRECT", digit: 1, label: "Hide: identifies by itself", key: "d" },
  { text: "QUASI", digit: 2, label: "Hide: identifies with others", key: "q" },
  { text: "NO_MASK", digit: 3, label: "Not to be hidden", key: "x" },
];
export const decidesMasks = () => "masks" in document.getElementById("workbench").dataset;

let all = [];
let view = "edit";
let readings = {}; // span → text → [word before, words], where the sentence changes how it reads

const part = (name, id) => document.getElementById(`${name}-${id}`);

export class Span {
  constructor(words, index) {
    this.words = words;
    this.index = index;
    this.id = words.id.replace("span-", "");
    this.select = part("choice", this.id);
    this.lead = part("lead", this.id);
    this.cell = document.createElement("i");
    this.isBare = false; // shows its own words, whatever is chosen
    this.words.tabIndex = -1; // the text has one tab stop: where one is
  }

  get mark() {
    return part("mark", this.id);
  }

  // With its own white space, which `text` of an option does not keep.
  get original() {
    return this.select.options[0].textContent;
  }

  // Those that name the same by the same words, this one with them.
  get same() {
    const { entity } = this.select.dataset;
    return all.filter((span) => span.original === this.original && span.select.dataset.entity === entity);
  }

  get isPreselected() {
    return this.select.name.startsWith("preselected-");
  }

  get isOpen() {
    return this.select.value === "" || this.isPreselected;
  }

  get text() {
    return this.isOpen ? null : this.select.value;
  }

  // The text of the offer that is chosen.
  get chosenOffer() {
    return decidesMasks() && !this.isOpen ? this.select.dataset.identifier : this.text;
  }

  // The suggestion while the span is open: the hidden field holds "84 city in Norway".
  get suggestion() {
    const { identifier, score } = this.select.dataset;
    if (decidesMasks()) return this.isOpen ? { percent: score, text: identifier } : null;
    const value = part("suggestion", this.id)?.querySelector("input")?.value ?? "";
    const [, percent, text] = /^(\d+) ([^]+)$/.exec(value) ?? [];
    return this.isOpen && text !== undefined ? { percent, text } : null;
  }

  // The texts that can be chosen, in order; the reason stands over the first of those that share it.
  // `***` has the digit 0, the first nine others have theirs.
  get offers() {
    if (decidesMasks()) return DECISIONS;
    const percents = this.isOpen ? (part("suggestion", this.id)?.dataset.percents ?? "").split(" ") : [];
    let number = 0;
    return [...this.select.options].slice(1).map((option, index) => ({
      text: option.value,
      digit: option.value === "***" ? 0 : (number += 1),
      why: "written" in option.dataset ? "your own words" : (option.parentElement.label ?? ""),
      percent: Number(percents[index] ?? 0),
    }));
  }

  get originalLead() {
    return this.lead?.dataset.original ?? "";
  }

  // How a text reads in the sentence: the word before it, which may change, and the words.
  reading(text) {
    const { chosen, lead, reads } = this.mark.dataset;
    if (text === chosen && reads !== undefined) return [lead, reads];
    return readings[this.id]?.[text] ?? [this.originalLead, text];
  }

  // The same as it goes out.
  bracketed(text) {
    const [lead, words] = this.reading(text);
    return [lead, words === "***" ? words : `[${words}]`];
  }

  get state() {
    if (this.isPreselected) return "preselected";
    return this.isOpen ? "open" : "chosen";
  }

  show() {
    const [lead, words] = this.textInView();
    if (this.lead && this.lead.textContent !== lead) this.lead.textContent = lead;
    if (this.words.textContent !== words) this.words.textContent = words;
    const { type, identifies } = this.select.dataset;
    const state = this.isOpen ? "open" : this.select.value;
    this.words.title = `${this.original}: ${type}, ${identifies}, ${state}`;
    if (!this.isOpen) this.words.classList.remove("refused");
    for (const each of [this.words, this.cell]) {
      each.classList.remove("open", "preselected", "chosen");
      each.classList.add(this.state);
    }
  }

  // While its borders are moved, whatever is stored meanwhile.
  showOriginal(isBare) {
    this.isBare = isBare;
    this.show();
  }

  textInView() {
    const stands = this.select.value;
    const isOriginal = this.isBare || view === "original";
    if (isOriginal || (view === "edit" && (stands === "" || decidesMasks()))) {
      return [this.originalLead, this.original];
    }
    if (stands === "") return [this.originalLead, "[ ? ]"];
    return view === "edit" ? this.reading(stands) : this.bracketed(stands);
  }

  // Chooses a text: one that is offered, or the annotator's own words.
  choose(text) {
    if (this.text === text || this.select.disabled) return;
    selectText(this.select, text);
    this.select.dispatchEvent(new Event("change", { bubbles: true }));
  }
}

// Lets a drop-down stand at a text; what it does not offer are an annotator's own words, which go
// to the server under another name. What stood there in advance is a choice now.
export function selectText(select, text) {
  let option = [...select.options].find((each) => each.value === text);
  if (!option) {
    option = new Option(text, text);
    option.dataset.written = "";
    select.append(option);
  }
  option.selected = true;
  select.name = "written" in option.dataset ? select.id.replace("choice-", "written-") : select.id;
}

export const spans = () => all;
export const spanOf = (element) => all.find((span) => span.id === element?.id.replace(/^[a-z]+-/, ""));
export const currentView = () => view;

// Reads the page anew: after it was loaded, and after the next document took its place.
export function read() {
  all = [...document.querySelectorAll(".document .span")].map((words, index) => new Span(words, index));
  [view, readings] = ["edit", {}];
  document.getElementById("rail").replaceChildren(...all.map((span) => span.cell));
  for (const span of all) span.show();
}

// How texts read in their sentences takes the server a moment: asked for once the text is there.
export async function readSentences() {
  const form = document.getElementById("work");
  const answer = await fetch(form.dataset.readings).catch(() => null); // offline: texts as offered
  if (!answer?.ok || answer.redirected || !form.isConnected) return; // signed out: the way to sign in
  readings = await answer.json();
}

export function lineOnTop() {
  const lines = [...document.querySelectorAll(".document p")];
  return lines.find((line) => line.getBoundingClientRect().bottom > 60);
}

// Shows the text otherwise, and keeps the line that is on top of the window in its place.
export function switchView(wanted) {
  view = wanted;
  const top = lineOnTop();
  const before = top?.getBoundingClientRect().top;
  document.querySelector(".document").dataset.view = view;
  for (const span of all) span.show();
  for (const button of document.querySelectorAll("[data-view][aria-pressed]")) {
    button.setAttribute("aria-pressed", String(button.dataset.view === view));
  }
  if (top) window.scrollBy(0, top.getBoundingClientRect().top - before);
}
