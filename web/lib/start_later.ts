import { isResponding } from "./health.ts";
import { language } from "./language.ts";
import { retryDelayMs } from "./retry.ts";

/** The panel's texts are part of the code that failed to load. */
const WORDS = {
  en: "Can't reach the server. The panel opens as soon as it responds.",
  pl: "Nie można połączyć się z serwerem. Panel otworzy się, gdy tylko serwer odpowie.",
};

/** Runs when the panel's code failed to load; reloads once the server responds. */
export async function startLater(): Promise<void> {
  const root = document.getElementById("root");
  if (root) root.innerHTML = `<main class="alone"><p role="alert">${WORDS[language]}</p></main>`;
  let tries = 0;
  do await new Promise((resolve) => setTimeout(resolve, retryDelayMs(tries++, Math.random())));
  while (!(await isResponding()));
  location.reload();
}
