// Saves every choice at once, shows the status, and keeps trying when the connection is lost.
//
// htmx sends the whole form, whichever button is pressed, so a repeated or merged request loses
// nothing, and a step that can't be done is answered in the page. What is not yet saved
// is also noted in localStorage, as numbers of options (only an annotator's own words as text), until
// the server has it: a closed browser or an expired session loses nothing either.

import { selectText } from "./spans.js";

const RETRY_SECONDS = [1, 2, 4, 8, 15];
const LEFT = -1; // noted of a span that was left as it is, whose words are the document's
const WAIT = ["submit", "skip"]; // steps that lead on: pressed without a connection, they wait for it
// Steps that answer with a page in place of this one: what were chosen meanwhile would be lost.
const REPLACE = "#submit, #skip, [data-marks] :is(#mark, #unmask, #undo, #redo, [name=mark-again], [name=mark-clear])";
const unsaved = new Set(); // drop-downs changed since the last request went out
const underway = new Set(); // drop-downs whose request has not been answered
let failures = 0;
let step = null; // the button whose request has not been answered
let isLeaving = false; // the last answer leads to another page
let undone = null; // the button that was pressed without a connection

const form = () => document.getElementById("work");
const saver = () => document.getElementById("saver");
const status = () => document.getElementById("save-status");
const versionOf = () => document.getElementById("version").value;
const noteKey = () => `palimpsest-unsaved-${form().dataset.noteKey}`;
const nameOf = (button) => (button.dataset.name ?? button.textContent).trim().replace(/^\W+\s*/, "");

export const isStepUnderway = () => step !== null;
export const isLeadingOn = () => WAIT.includes(step?.id);

addEventListener("beforeunload", (event) => {
  const isWriting = !isLeaving && document.getElementById("comment")?.value.trim();
  if ((unsaved.size + underway.size > 0 && failures > 0) || isWriting) event.preventDefault();
});

function showStatus(text, kind = "") {
  if (!status()) return;
  status().textContent = text;
  status().className = `save-status ${kind}`;
}

// Says in passing why a key did nothing. What is on its way to the server, or fails to get there, comes first.
export function say(text) {
  if (unsaved.size + underway.size === 0 && failures === 0 && undone === null) showStatus(`All saved. ${text}`);
}

function noteUnsaved() {
  const choices = [...unsaved, ...underway].map((select) => {
    if (!select.name.startsWith("written-")) return [select.id, select.selectedIndex];
    return [select.id, select.value === select.options[0].textContent ? LEFT : select.value];
  });
  if (choices.length === 0) localStorage.removeItem(noteKey());
  else localStorage.setItem(noteKey(), JSON.stringify({ version: versionOf(), choices }));
}

document.addEventListener("change", (event) => {
  if (!event.target.matches("#work select")) return;
  unsaved.add(event.target);
  undone = null; // who goes on choosing does not want to leave
  showStatus(failures ? connectionMessage() : "Saving…", failures ? "failed" : "busy");
  noteUnsaved();
});

// What sends the form; a part of the page that only asks for news saves nothing. An answer may take
// away the button that asked for it, which is known by the form it stood in: another document has
// another one.
const asked = new WeakMap();
const requesterOf = ({ detail }) => detail.requestConfig?.elt ?? detail.elt;
const isOurs = (event) =>
  requesterOf(event).matches("#work [hx-post]") || (form() !== null && asked.get(requesterOf(event)) === form());

// Requests wait for each other, in their order; what an earlier one sent needs no saving, and a
// button pressed twice has done its work when the page is about to go.
document.addEventListener("htmx:beforeRequest", (event) => {
  const isNeedless = event.detail.elt === saver() && unsaved.size === 0;
  if (isOurs(event) && (isNeedless || isLeaving)) event.preventDefault();
});
addEventListener("pageshow", () => {
  isLeaving = false;
});

document.addEventListener("htmx:beforeSend", (event) => {
  if (!isOurs(event)) return;
  asked.set(event.detail.elt, form());
  if (event.detail.elt.matches(REPLACE)) step = event.detail.elt;
  for (const select of unsaved) underway.add(select);
  unsaved.clear();
  if (failures) showStatus(connectionMessage(), "failed");
  else showStatus("Saving…", "busy");
});

document.addEventListener("htmx:afterRequest", (event) => {
  if (!isOurs(event)) return;
  step = null;
  const answer = event.detail.xhr;
  const code = answer?.status ?? 0;
  isLeaving = Boolean(answer?.getResponseHeader("HX-Redirect"));
  const isRefusedInItsPlace = code === 422 && !answer.getResponseHeader("HX-Retarget");
  if ((code >= 200 && code < 300) || isRefusedInItsPlace) {
    underway.clear();
    noteUnsaved();
    resume(requesterOf(event));
    if (unsaved.size > 0) showStatus("Saving…", "busy");
  } else if (code === 401) {
    keepUnsaved(); // the session is over: what is noted is saved after the next sign-in
  } else if (code === 0 || code === 429 || code >= 500) {
    if (requesterOf(event) !== saver()) undone = requesterOf(event);
    retry();
  } else if (code === 409) {
    keepUnsaved();
    showStatus("Not saved, see above", "failed");
  } else {
    keepUnsaved();
    showStatus("Not saved. Load the page again; your choices are kept in this browser.", "failed");
  }
});

// The message on what is wrong with the connection. A step that leads on is taken when it is back;
// others, which depend on what is stored by then, are not taken later by themselves.
function connectionMessage() {
  const where = navigator.onLine ? "The server does not answer" : "You are offline";
  const isSaving = unsaved.size + underway.size > 0;
  if (undone === null) return "Not saved, retrying…";
  if (WAIT.includes(undone.id)) {
    return `${where}: “${nameOf(undone)}” waits for the connection. Choose anything to stay here.`;
  }
  const what = `${where}: “${nameOf(undone)}” was not done. Press it again when you are back.`;
  return isSaving ? `${what} Not saved, retrying…` : what;
}

// What waited is done now; the rest is asked for again.
function resume(caller) {
  const waited = undone;
  [failures, undone] = [0, null];
  if (waited === null || caller === waited) return;
  if (WAIT.includes(waited.id)) waited.click();
  else showStatus(`You are back. Press “${nameOf(waited)}” again to go on.`);
}

function keepUnsaved() {
  for (const select of underway) unsaved.add(select);
  underway.clear();
}

function retry() {
  keepUnsaved();
  showStatus(connectionMessage(), "failed");
  const seconds = RETRY_SECONDS[Math.min(failures, RETRY_SECONDS.length - 1)];
  failures += 1;
  setTimeout(tryAgain, seconds * 1000);
}

function tryAgain() {
  if (failures === 0) return;
  if (undone !== null && WAIT.includes(undone.id)) undone.click();
  else if (unsaved.size > 0) htmx.trigger(saver(), "retry");
}

addEventListener("online", () => {
  if (unsaved.size > 0 || WAIT.includes(undone?.id)) tryAgain();
  else if (failures > 0) resume(null);
});

// What changed in the text comes in one piece and is put in its places here: as swaps of their own,
// a hundred spans would take seconds. Nobody's focus is lost on the way.
document.addEventListener("htmx:oobAfterSwap", (event) => {
  if (event.detail.target.id !== "changes") return;
  for (const part of [...document.getElementById("changes").content.children]) replacePart(part);
});

function replacePart(part) {
  const old = document.getElementById(part.id);
  const select = document.getElementById(part.id.replace(/^[a-z]+/, "choice"));
  // What was chosen since the request went out is not offered once more.
  const isLate = !part.matches(".mark") && part.firstElementChild && unsaved.has(select);
  part.remove();
  if (!old || isLate) return;
  old.replaceWith(part);
  if (part.matches(".mark")) set(select, part.dataset.chosen);
  else preselect(select, part);
  part.dispatchEvent(new Event("renewed", { bubbles: true }));
}

// Drop-downs that follow are set, not replaced.
function set(select, chosen) {
  const isPreselected = select.name.startsWith("preselected-") && chosen === "";
  if (unsaved.has(select) || isPreselected) return;
  selectText(select, chosen);
}

// Where the project preselects, an open drop-down stands at what is suggested now.
function preselect(select, part) {
  const mark = document.getElementById(part.id.replace("suggestion", "mark"));
  if (!("preselects" in part.dataset) || mark.dataset.chosen !== "" || unsaved.has(select)) return;
  const [, text] = /^\d+ ([^]+)$/.exec(part.querySelector("input")?.value ?? "") ?? [];
  select.name = text === undefined ? select.id : select.id.replace("choice-", "preselected-");
  select.value = text ?? "";
}

document.addEventListener("htmx:afterSwap", () => document.querySelector("#conflict[role]")?.focus());

// The next document comes once this one is stored. The button that asked for it goes with this one,
// and its request ends unheard: what is known of it is forgotten here and in `restore`.
document.addEventListener("htmx:beforeSwap", (event) => {
  if (event.detail.target.id === "workbench") localStorage.removeItem(noteKey());
});

// A button of the form sends all drop-downs itself; the note stays until the server confirms.
document.addEventListener("submit", (event) => {
  if (event.target === form()) unsaved.clear();
});

// A settled conflict leaves nothing to remember.
for (const kind of ["submit", "click"]) {
  document.addEventListener(kind, (event) => {
    const settles = kind === "submit" ? "[data-settles-conflict]" : "#conflict a";
    if (event.target.closest?.(settles)) localStorage.removeItem(noteKey());
  });
}

// The page goes away within the moment that saving waits for further changes: send at once.
addEventListener("pagehide", () => {
  if (unsaved.size > 0) navigator.sendBeacon(saver().getAttribute("hx-post"), new FormData(form()));
});

// What an earlier page could not save is chosen again, at the version it was made on: where the
// document changed since, the server answers with both versions.
export function restore() {
  for (const set of [unsaved, underway]) set.clear();
  [failures, step, undone, isLeaving] = [0, null, null, false];
  if (!saver()) return;
  const noted = JSON.parse(localStorage.getItem(noteKey()) ?? "null");
  if (noted === null) return;
  for (const [id, index] of noted.choices) {
    const select = document.getElementById(id);
    if (!select) continue;
    const listed = index === LEFT ? select.options[0].textContent : select.options[index]?.value;
    const text = typeof index === "string" ? index : listed;
    if (text === undefined) continue;
    selectText(select, text);
    document.getElementById(id.replace("choice-", "suggestion-"))?.replaceChildren(); // not in view
    unsaved.add(select);
  }
  if (unsaved.size === 0) return localStorage.removeItem(noteKey());
  document.getElementById("version").value = noted.version;
  showStatus("Saving what was not saved before…", "busy");
  htmx.trigger(saver(), "retry");
}
