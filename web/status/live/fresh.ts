import { bringAlive } from "./alive.ts";
import { morph } from "./morph.ts";
import { keepOpened } from "./numbers_start.ts";
import { readState, rootOf } from "./state.ts";

export const FRESH = "page-fresh";

export function readPage(html: string): Document | null {
  const page = new DOMParser().parseFromString(html, "text/html");
  if (!rootOf(page)) return null;
  // DOMParser has no scripting, so it parses noscript content into elements: make it text, as on the page.
  for (const plain of page.querySelectorAll("noscript")) plain.textContent = plain.innerHTML;
  return page;
}

export function showPage(page: Document, adjust: (page: Document) => void): void {
  const [shown, wanted] = [rootOf(), rootOf(page)];
  if (!shown || !wanted) return;
  readState(page);
  keepState(page);
  bringAlive(page);
  adjust(page);
  keepOpened(shown, wanted);
  morph(shown, wanted);
  if (document.title !== page.title) document.title = page.title;
  const icon = page.querySelector('link[rel="icon"]')?.getAttribute("href");
  if (icon) document.querySelector('link[rel="icon"]')?.setAttribute("href", icon);
  document.dispatchEvent(new Event(FRESH));
}

export function isOtherLook(page: Document): boolean {
  const look = ({ head, documentElement }: Document) =>
    [...head.querySelectorAll("style,link[rel=stylesheet],script[src]")]
      .map((one) => (one as HTMLElement).dataset["sheet"] ?? one.outerHTML)
      .join("") +
    documentElement.lang +
    (documentElement.dataset["theme"] === "custom");
  return look(page) !== look(document);
}

function keepState(page: Document): void {
  const [shown, wanted] = [document, page].map((one) => one.getElementById("state"));
  if (shown && wanted) shown.textContent = wanted.textContent;
}
