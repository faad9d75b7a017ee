import type { EmbedState } from "../../src/schema/embed.ts";
import { STYLE } from "./style.ts";

interface EmbedOptions {
  theme: string;
  position: string;
}

interface EmbedView {
  host: HTMLElement;
  show(state: EmbedState | null): void;
}

const SIDES: Readonly<Record<string, string>> = {
  "bottom-left": "left",
  "bottom-right": "right",
  top: "top",
  frame: "frame",
};

/** Uses neither markup nor style attributes: a website's Content-Security-Policy may forbid both. */
export function createView({ theme, position }: EmbedOptions): EmbedView {
  const side = SIDES[position] ?? "right";
  const host = document.createElement("uptide-status");
  const root = host.attachShadow({ mode: "open" });
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(STYLE);
  root.adoptedStyleSheets = [sheet];
  const box = add(root, "div", `box ${side}`);
  // Must exist while empty: screen readers announce only later changes in it.
  const live = add(box, "div", "live");
  live.setAttribute("role", "status");
  const prefersDark = matchMedia("(prefers-color-scheme: dark)");
  let shown: EmbedState | null = null;
  let dismissed = "";

  function paint(): void {
    if (!shown) return;
    const isDark = theme === "dark" || (theme !== "light" && prefersDark.matches);
    for (const [name, color] of Object.entries(shown.colors[isDark ? "dark" : "light"]))
      box.style.setProperty(`--${name}`, color);
  }
  prefersDark.addEventListener("change", paint);

  return {
    host,
    show(state) {
      const wanted = state && keyOf(state) !== dismissed ? state : null;
      if (wanted && shown && keyOf(wanted) === keyOf(shown)) return;
      shown = wanted;
      live.replaceChildren();
      box.querySelector("button")?.remove();
      box.classList.toggle("on", wanted !== null);
      if (!wanted) return;
      box.lang = wanted.lang;
      box.dir = wanted.dir;
      paint();
      draw(live, wanted);
      if (wanted.status === "operational" || side === "frame") return;
      const close = add(box, "button", "", "×");
      close.setAttribute("aria-label", wanted.words.close);
      close.onclick = () => {
        dismissed = keyOf(wanted);
        this.show(null);
      };
    },
  };
}

function draw(live: HTMLElement, { url, text, items, words }: EmbedState): void {
  const [first, ...others] = items;
  const link = addLink(live, first?.url ?? url);
  add(link, "span", "dot");
  add(link, "b", "", text);
  if (first) {
    link.append(" ");
    add(link, "span", "title", first.title);
  }
  if (others.length === 0) return;
  const more = addLink(live, url);
  more.className = "more";
  more.textContent = `+${others.length}`;
  more.setAttribute("aria-label", `+${others.length} ${words.all}`);
}

function addLink(parent: Node, url: string): HTMLAnchorElement {
  const link = add(parent, "a");
  link.href = url;
  link.target = "_blank";
  link.rel = "noopener";
  return link;
}

function add<K extends keyof HTMLElementTagNameMap>(
  parent: Node,
  name: K,
  className = "",
  text = "",
): HTMLElementTagNameMap[K] {
  const element = document.createElement(name);
  element.className = className;
  element.textContent = text;
  parent.appendChild(element);
  return element;
}

function keyOf({ lang, text, url, items, colors }: EmbedState): string {
  return JSON.stringify([lang, text, url, items, colors]);
}
