// What to expect of a step from privacy to utility, shown while it is being chosen.

function showExpectation(scale) {
  const input = scale.querySelector("input[type=range]");
  const { sentence } = scale.querySelectorAll("[data-sentence]")[input.valueAsNumber].dataset;
  scale.querySelector("output").textContent = sentence;
  input.setAttribute("aria-valuetext", sentence.split(":")[0]);
}

function showAllExpectations(part) {
  for (const scale of part.querySelectorAll("[data-scale]")) showExpectation(scale);
}

document.addEventListener("input", (event) => {
  const scale = event.target.closest("[data-scale]");
  if (scale) showExpectation(scale);
});
document.addEventListener("htmx:load", (event) => showAllExpectations(event.detail.elt));
addEventListener("pageshow", () => showAllExpectations(document)); // browsers restore what was chosen
