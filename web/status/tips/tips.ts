import { FRESH } from "../live/fresh.ts";
import { countOf, linesOf } from "./lines.ts";
import { hideTip, markPoint, placeTip } from "./place.ts";
import { READABLE } from "./readable.ts";
import { stepOf } from "./step.ts";

interface Chosen {
  picture: HTMLElement;
  index: number;
  still: readonly string[];
}

const VALUES = ["aria-valuenow", "aria-valuetext"] as const;

let chosen: Chosen | null = null;

export function readTips(missed: readonly Event[]): void {
  const takers = {
    pointerover: aim,
    pointermove: aim,
    pointerdown: aim,
    pointerout: leave,
    focusin: enter,
    focusout: hide,
    keydown: press,
  };
  for (const [name, take] of Object.entries(takers))
    document.addEventListener(name, take as (event: Event) => void);
  addEventListener("scroll", () => chosen && !chosen.picture.matches(":focus-visible") && hide(), {
    passive: true,
  });
  document.addEventListener(FRESH, renew);
  for (const event of missed) takers[event.type as keyof typeof takers]?.(event as never);
}

function pictureOf(event: Event): HTMLElement | null {
  return (event.target as Element).closest?.<HTMLElement>(READABLE) ?? null;
}

function aim(event: PointerEvent): void {
  const picture = pictureOf(event);
  if (!picture?.isConnected) return;
  const { left, width } = picture.getBoundingClientRect();
  const count = countOf(picture);
  const index = Math.floor(((event.clientX - left) / width) * count);
  show(picture, Math.min(count - 1, Math.max(0, index)));
}

/** Lifting a finger fires a leave too, but the touched tip stays readable. */
function leave(event: PointerEvent): void {
  const picture = pictureOf(event);
  if (event.pointerType !== "mouse" || !picture || picture !== chosen?.picture) return;
  if (!picture.contains(event.relatedTarget as Element | null)) hide();
}

function enter(event: FocusEvent): void {
  const picture = pictureOf(event);
  if (picture?.matches(":focus-visible")) show(picture, countOf(picture) - 1);
}

function press(event: KeyboardEvent): void {
  const picture = pictureOf(event);
  if (!picture) return;
  if (event.key === "Escape") hide();
  const count = countOf(picture);
  const from = chosen?.picture === picture ? chosen.index : count - 1;
  const next = stepOf(event.key, { from, count });
  if (next === null) return;
  event.preventDefault();
  show(picture, next);
}

function show(picture: HTMLElement, index: number): void {
  if (index < 0 || (chosen?.picture === picture && chosen.index === index)) return;
  if (chosen?.picture !== picture) hide();
  chosen = { picture, index, still: chosen?.still ?? VALUES.map((name) => picture.getAttribute(name) ?? "") };
  const lines = linesOf(picture, index);
  setValues(picture, [String(index + 1), lines.join(" · ")]);
  placeTip(markPoint(picture, index), lines);
}

function hide(): void {
  if (chosen) setValues(chosen.picture, chosen.still);
  chosen = null;
  hideTip();
}

function setValues(picture: HTMLElement, values: readonly string[]): void {
  VALUES.forEach((name, at) => {
    picture.setAttribute(name, values[at] ?? "");
  });
}

function renew(): void {
  const before = chosen;
  if (!before) return;
  chosen = null;
  hideTip();
  const { picture, index } = before;
  if (picture.isConnected) show(picture, Math.min(index, countOf(picture) - 1));
}
