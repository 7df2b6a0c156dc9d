// What every page needs of JavaScript; all of it is comfort, every form works without.

// A dangerous step asks once more.
document.addEventListener("submit", (event) => {
  const question = event.submitter?.dataset.confirm;
  if (question && !window.confirm(question)) event.preventDefault();
});
