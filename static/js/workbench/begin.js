// Before anything is painted: what needs scripts is shown, what stands in for them is not.
document.documentElement.classList.add("scripted");
