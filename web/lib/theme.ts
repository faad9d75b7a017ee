import { createSignal } from "solid-js";

export const THEMES = ["system", "light", "dark"] as const;
type Theme = (typeof THEMES)[number];

const KEY = "uptide-theme";

const [theme, setTheme] = createSignal<Theme>(readTheme());

export { theme };

export function chooseTheme(next: Theme): void {
  setTheme(next);
  try {
    localStorage.setItem(KEY, next);
  } catch {
    // Storage is disabled: the choice lasts until the page is closed.
  }
  applyTheme();
}

export function applyTheme(): void {
  const root = document.documentElement;
  if (theme() === "system") delete root.dataset["theme"];
  else root.dataset["theme"] = theme();
}

function readTheme(): Theme {
  try {
    return THEMES.find((known) => known === localStorage.getItem(KEY)) ?? "system";
  } catch {
    return "system";
  }
}
