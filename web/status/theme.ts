const KEY = "uptide-page-theme";

/** Runs before the first paint, to avoid a flash. The CSP allows this exact text. */
export const THEME_SCRIPT = `(function(d){d.dataset.js="";try{d.dataset.js=performance.getEntriesByType("navigation")[0].type;var t=localStorage.getItem("${KEY}");if(t&&d.dataset.theme!=="custom")d.dataset.theme=t}catch(e){}})(document.documentElement);`;

export function startSwitchingTheme(): void {
  document.addEventListener("click", ({ target }) => {
    if ((target as Element).closest("button.theme")) switchTheme();
  });
}

function switchTheme(): void {
  const root = document.documentElement;
  const shown =
    root.dataset["theme"] ?? (matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light");
  const next = shown === "dark" ? "light" : "dark";
  root.dataset["theme"] = next;
  try {
    localStorage.setItem(KEY, next);
  } catch {
    // Storage is disabled: the choice lasts until the page is closed.
  }
}
