"use strict";
// Hides the entries of the index that do not hold every word that is searched for.
(() => {
  const form = document.querySelector("form.search");
  if (!form) return;
  const input = form.querySelector("input");
  const told = form.querySelector("output");
  const entries = [...document.querySelectorAll(".entry")];
  form.hidden = false;
  form.addEventListener("submit", (event) => event.preventDefault());
  input.addEventListener("input", () => {
    const words = input.value.toLowerCase().split(/\s+/).filter(Boolean);
    let shown = 0;
    for (const entry of entries) {
      const text = `${entry.textContent} ${entry.dataset.words}`.toLowerCase();
      entry.hidden = !words.every((word) => text.includes(word));
      if (!entry.hidden) shown += 1;
    }
    for (const section of document.querySelectorAll("section:has(.entries)")) {
      section.hidden = !section.querySelector(".entry:not([hidden])");
    }
    told.textContent = words.length ? `${shown} found` : "";
  });
})();
