import { createEffect, createSignal } from "solid-js";

const PRODUCT = "Uptide";

const [title, setTitle] = createSignal("");
const [mark, setMark] = createSignal("");

export { setMark as setTabMark, setTitle as setTabTitle };

export function followTab(): void {
  const icon = document.querySelector<HTMLLinkElement>('link[rel="icon"]');
  const plain = icon?.href ?? "";
  createEffect(() => {
    const name = title() === "" ? PRODUCT : `${title()} · ${PRODUCT}`;
    document.title = mark() === "" ? name : `(${mark()}) ${name}`;
  });
  createEffect(() => {
    if (icon) icon.href = mark() === "" ? plain : drawIcon(mark());
  });
}

function drawIcon(said: string): string {
  const shown = said.length > 2 ? "99" : said;
  const colour = said === "?" ? "#6b7280" : "#c8372d";
  return `data:image/svg+xml,${encodeURIComponent(
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><circle cx="16" cy="16" r="16" fill="${colour}"/><text x="16" y="23" font-family="sans-serif" font-weight="700" font-size="${shown.length > 1 ? 18 : 22}" text-anchor="middle" fill="#fff">${shown}</text></svg>`,
  )}`;
}
