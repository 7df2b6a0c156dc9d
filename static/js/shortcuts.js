// The keys of the annotation page; switched off in the account, silent while a field is typed in.

const form = document.getElementById("work");
const dialog = document.getElementById("shortcuts");
const selects = () => [...form.querySelectorAll(".mention select")];
let current = -1; // the span last visited, so that "next" works after a click elsewhere

form.addEventListener("focusin", (event) => {
  const index = selects().indexOf(event.target);
  if (index >= 0) current = index;
});

function visit(index) {
  const select = selects()[index];
  if (!select) return;
  select.focus();
  select.scrollIntoView({ block: "center" });
}

// A drop-down that stands at its suggestion in advance has another name than one that was chosen.
const isOpen = (select) => select.value === "" || select.name !== select.id;

function visitOpen() {
  const all = selects();
  const order = [...all.keys()].map((step) => (current + 1 + step) % all.length);
  const open = order.find((index) => isOpen(all[index]));
  if (open !== undefined) visit(open);
}

function choose(pick) {
  const select = document.activeElement;
  if (!select.matches(".mention select")) return;
  const option = pick([...select.options].slice(1));
  if (!option || (option.selected && !isOpen(select))) return;
  option.selected = true;
  select.dispatchEvent(new Event("change", { bubbles: true }));
}

// The reasons of the span last visited: opened, or closed again.
function why() {
  const reasons = selects()[current]?.closest(".mention").nextElementSibling;
  if (reasons?.matches(".why")) reasons.open = !reasons.open;
}

// What is suggested for the span one is at: accepted, and on to the next.
function accept() {
  document.activeElement.closest(".mention")?.querySelector(".chip:not([hidden])")?.click();
  if (form.querySelector(".suggestion")) visitOpen();
}

const press = (id) => document.getElementById(id)?.click();

const keys = {
  n: () => visit(current + 1),
  p: () => visit(Math.max(current - 1, 0)),
  o: visitOpen,
  a: accept,
  u: () => press("undo"),
  r: () => press("redo"),
  w: why,
  v: () => press("preview"),
  s: () => press("submit"),
  "?": () => dialog.showModal(),
  0: () => choose((options) => options.at(-1)),
};
for (let digit = 1; digit <= 9; digit += 1) {
  keys[digit] = () => choose((options) => options[digit - 1]);
}

document.addEventListener("keydown", (event) => {
  const isTyping = event.target.matches("input, textarea, [contenteditable]");
  if (isTyping || dialog.open || event.ctrlKey || event.metaKey || event.altKey) return;
  const act = keys[event.key];
  if (!act) return;
  event.preventDefault();
  act();
});
