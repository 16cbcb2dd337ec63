// Repairs of the theme that its options do not reach, so that the pages can be used
// by keyboard and read aloud.
(() => {
  function repair() {
    // What is said aloud must contain what is written: let the content name the control.
    for (const node of document.querySelectorAll(
      ".search-button-field[aria-label], summary[aria-label='Toggle hidden content']")) {
      node.removeAttribute("aria-label");
    }
    for (const icon of document.querySelectorAll(".theme-switch-button svg")) {
      icon.removeAttribute("aria-labelledby");
      icon.setAttribute("aria-hidden", "true");
      icon.querySelector("title")?.remove();
    }
    // The sidebar lies outside every landmark.
    const sidebar = document.querySelector("#pst-primary-sidebar");
    if (sidebar && !sidebar.hasAttribute("role")) {
      sidebar.setAttribute("role", "complementary");
      sidebar.setAttribute("aria-label", "Book");
    }
    // Entries of a list are its items.
    for (const entry of document.querySelectorAll("[role='doc-biblioentry']")) {
      entry.setAttribute("role", "listitem");
    }
  }

  repair();
  // The theme draws its icons when it likes, and again when the colours change.
  for (const button of document.querySelectorAll(".theme-switch-button")) {
    new MutationObserver(repair).observe(button, { childList: true, subtree: true });
  }
})();
