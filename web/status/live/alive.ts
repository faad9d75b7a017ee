import { fillText } from "../../../src/domain/page/text.ts";
import { countDays } from "../blocks/bar_days.ts";
import { readPoints } from "../blocks/chart_points.ts";
import { type DateWriting, formatDate, isElsewhere } from "../format.ts";
import { addOwnLinks } from "./signed_in.ts";
import { localeOf, word } from "./state.ts";

/** Few enough per task that visitors notice no delay. */
const AT_ONCE = 15;

export function bringAlive(page: ParentNode): void {
  if (isElsewhere()) writeZone(page);
  addOwnLinks(page);
  for (const time of timesIn(page)) writeTime(time);
  for (const picture of picturesIn(page)) makeReadable(picture);
}

export async function bringAliveSlowly(): Promise<void> {
  await pause();
  if (isElsewhere()) writeZone(document);
  await inPieces([...timesIn(document)], writeTime);
  await inPieces([...picturesIn(document)], makeReadable);
}

async function inPieces<T>(all: T[], work: (one: T) => void): Promise<void> {
  while (all.length > 0) {
    await pause();
    all.splice(0, AT_ONCE).forEach(work);
  }
}

function pause(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve));
}

function picturesIn(page: ParentNode): NodeListOf<HTMLElement> {
  return page.querySelectorAll<HTMLElement>(".bar[role=img],.plot[role=img]");
}

function writeZone(page: ParentNode): void {
  const zone = page.querySelector<HTMLElement>(".zone");
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  if (zone) zone.textContent = fillText(zone.dataset["zone"] ?? "", { zone: timeZone });
}

function timesIn(page: ParentNode): Iterable<HTMLTimeElement> {
  return isElsewhere() ? page.querySelectorAll("time") : [];
}

export function writeTime(time: HTMLTimeElement): void {
  const style = time.dataset["style"] as DateWriting["style"];
  time.textContent = formatDate(time.dateTime, { locale: localeOf(), style, timeZone: undefined });
}

function makeReadable(picture: HTMLElement): void {
  const { days, points, label } = picture.dataset;
  const name = picture.closest("article")?.querySelector(".svc-monitor-name")?.textContent ?? "";
  const story = picture.title.slice(name.length).replace(/^.*?: /, "") || picture.ariaLabel || "";
  const count = days === undefined ? readPoints(points ?? "").points.length : countDays(days);
  const attributes = {
    role: "slider",
    tabindex: "0",
    "aria-label": label ?? `${name}: ${word("uptime.label")}`,
    "aria-valuemin": "1",
    "aria-valuemax": String(count),
    "aria-valuenow": String(count),
    "aria-valuetext": story,
  };
  picture.removeAttribute("title");
  for (const [key, value] of Object.entries(attributes)) picture.setAttribute(key, value);
}
