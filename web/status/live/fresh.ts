import { bringAlive } from "./alive.ts";
import { morph } from "./morph.ts";
import { keepOpened } from "./numbers_start.ts";
import { readState, rootOf } from "./state.ts";

/** Tells whoever points at something that it may have changed. */
export const FRESH = "page-fresh";

/** A newer page, as it was drawn for everybody, before it takes the place of what is shown. */
export function readPage(html: string): Document | null {
  const page = new DOMParser().parseFromString(html, "text/html");
  if (!rootOf(page)) return null;
  // Where no script runs, what is meant for that is elements.
  for (const plain of page.querySelectorAll("noscript")) plain.textContent = plain.innerHTML;
  return page;
}

/** Shows it, changed by what is known better here. */
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

/** Its sheet and its script are others: only the server can draw it with them. */
export function isOtherLook(page: Document): boolean {
  const look = ({ head, documentElement }: Document) =>
    [...head.querySelectorAll("style,link[rel=stylesheet],script[src]")]
      .map((one) => one.outerHTML)
      .join("") +
    documentElement.lang +
    (documentElement.dataset["theme"] === "custom");
  return look(page) !== look(document);
}

function keepState(page: Document): void {
  const [shown, wanted] = [document, page].map((one) => one.getElementById("state"));
  if (shown && wanted) shown.textContent = wanted.textContent;
}
