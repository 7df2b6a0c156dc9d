// The box that says why a span has its replacements closes by Escape, and by a click elsewhere.

const opened = () => document.querySelector(".why[open]");

document.addEventListener("keydown", (event) => {
  const box = opened();
  if (event.key !== "Escape" || !box) return;
  const hadFocus = box.contains(document.activeElement);
  box.open = false;
  if (hadFocus) box.querySelector("summary").focus();
});

document.addEventListener("click", (event) => {
  const box = opened();
  if (box && !box.contains(event.target)) box.open = false;
});
