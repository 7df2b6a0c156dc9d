// Buttons that copy the address beside them; without JavaScript they stay hidden and the field is selectable.

for (const button of document.querySelectorAll("[data-copy]")) {
  const field = document.getElementById(button.dataset.copy);
  button.hidden = false;
  button.addEventListener("click", async () => {
    field.select();
    await navigator.clipboard?.writeText(field.value);
    button.textContent = navigator.clipboard ? "Copied" : "Selected: press Ctrl+C";
  });
}
