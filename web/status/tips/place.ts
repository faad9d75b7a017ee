import { DAY, STEP } from "../blocks/bar_scale.ts";
import { readPoints, shareOf } from "../blocks/chart_points.ts";
import { countOf } from "./lines.ts";

const MARGIN = 8;

const pointer = document.createElement("span");

export function markPoint(picture: HTMLElement, index: number): Element {
  const { days, points = "" } = picture.dataset;
  const count = countOf(picture);
  if (days === undefined) {
    const { top, points: all } = readPoints(points);
    pointer.className = "dot";
    pointer.style.left = `${shareOf(index, count) * 100}%`;
    pointer.style.top = `${100 - ((all[index]?.value ?? 0) / top) * 100}%`;
    pointer.style.width = "";
  } else {
    const whole = count * STEP - (STEP - DAY);
    pointer.className = "pick";
    pointer.style.left = `${((index * STEP) / whole) * 100}%`;
    pointer.style.top = "";
    pointer.style.width = `${(DAY / whole) * 100}%`;
  }
  picture.append(pointer);
  return pointer;
}

export function placeTip(anchor: Element, [heading = "", ...lines]: readonly string[]): void {
  const box = document.querySelector<HTMLElement>(".tip");
  if (!box) return;
  const strong = document.createElement("strong");
  strong.textContent = heading;
  const spans = lines.map((line) => {
    const span = document.createElement("span");
    span.textContent = line;
    return span;
  });
  box.replaceChildren(strong, ...spans);
  const at = anchor.getBoundingClientRect();
  const { width, height } = box.getBoundingClientRect();
  const right = document.documentElement.clientWidth - width - MARGIN;
  const left = Math.max(MARGIN, Math.min(right, at.left + at.width / 2 - width / 2));
  const above = at.top - height - MARGIN;
  box.style.transform = `translate(${left}px,${above < MARGIN ? at.bottom + MARGIN : above}px)`;
  box.classList.add("on");
}

export function hideTip(): void {
  pointer.remove();
  const box = document.querySelector<HTMLElement>(".tip");
  box?.classList.remove("on");
  box?.removeAttribute("style");
  box?.replaceChildren();
}
