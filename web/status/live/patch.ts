import type { PublicPage, PublicStatus } from "../../../src/schema/public_page.ts";
import { DOT } from "../facts.ts";
import { formatNumber } from "../format.ts";
import { iconFor, titleWith } from "../tab.ts";
import {
  countProblems,
  guessOverall,
  TONES,
  type Tone,
  toneOfGroup,
  toneOfOverall,
  wordOfTone,
} from "../tone.ts";
import { writeTime } from "./alive.ts";
import { localeOf, rootOf, stateOfPage, word } from "./state.ts";

export interface StatusChange {
  monitorId: number;
  status: PublicStatus;
  responseMs: number | null;
  checkedAt: string;
}

type Overall = PublicPage["overall"]["status"];

export function applyStatus(
  page: Document,
  { monitorId, status, responseMs, checkedAt }: StatusChange,
): boolean {
  const cards = page.querySelectorAll(`[data-monitor="${monitorId}"],[data-chart="${monitorId}"]`);
  for (const card of cards) {
    const before = toneOf(card);
    const tone = before === "maintenance" ? before : status;
    show(card, tone, wordOfTone(tone, [{ checkedAt }]));
    if (card.matches(".timed")) showFacts(card, { responseMs, hasChanged: before !== tone });
  }
  if (cards.length > 0) showWhole(page);
  return cards.length > 0;
}

export function claimNothing(page: Document): void {
  const root = rootOf(page);
  for (const card of page.querySelectorAll("[data-monitor],[data-chart]")) {
    show(card, "pending", "status.unknown");
    showFacts(card, { responseMs: null, hasChanged: false });
    const latest = card.querySelector("dd");
    if (latest) latest.textContent = "–";
  }
  for (const group of page.querySelectorAll(".svc-group-card")) show(group, "pending", "status.unknown");
  page.querySelector(".svc-page")?.classList.add("is-stale");
  const banner = page.querySelector(".svc-status-banner");
  if (banner) {
    setTone(banner, "pending");
    setText(banner.querySelector("h1"), word("overall.unknown"));
    const line = banner.querySelector("p");
    const status = word(`overall.${root?.dataset["overall"]}`);
    line?.replaceChildren(...withTime(word("overall.lastKnown", { status }), root?.dataset["taken"] ?? ""));
  }
  showTone(page, "pending");
}

export function showNotice(page: Document, text: string, at = ""): HTMLElement {
  const notice = page.createElement("p");
  notice.className = "stale";
  notice.setAttribute("role", "status");
  notice.append(...withTime(text, at));
  for (const before of page.querySelectorAll(".stale,.taken")) before.remove();
  page.querySelector(".svc-content")?.prepend(notice);
  return notice;
}

function withTime(text: string, at: string): (string | Node)[] {
  const [before = "", after] = text.split("{time}");
  if (after === undefined) return [before];
  const time = document.createElement("time");
  time.dateTime = at;
  time.dataset["style"] = "dateTime";
  writeTime(time);
  return [before, time, after];
}

function showWhole(page: Document): void {
  for (const group of page.querySelectorAll(".svc-group-card")) {
    const cards = [...group.querySelectorAll("[data-monitor]")];
    const tone = toneOfGroup(cards.map(toneOf));
    const isOld = tone === "pending" && cards.some((card) => textOf(card) === word("status.unknown"));
    if (tone) show(group, tone, isOld ? "status.unknown" : `status.${tone}`);
  }
  const root = rootOf(page);
  const shown = [...page.querySelectorAll<HTMLElement>("[data-monitor],[data-chart]")];
  const tones = [
    ...new Map(
      shown.map((card) => [card.dataset["monitor"] ?? card.dataset["chart"], toneOf(card)]),
    ).values(),
  ];
  const incidents = Number(root?.dataset["open"]);
  const before = root?.dataset["overall"] as Overall;
  const overall = guessOverall(tones, { before, incidents });
  if (root) root.dataset["overall"] = overall;
  const tone = toneOfOverall(overall);
  const banner = page.querySelector(".svc-status-banner");
  if (banner) setTone(banner, tone);
  const isOld = overall === "pending" && shown.some((card) => textOf(card) === word("status.unknown"));
  setText(banner?.querySelector("h1"), word(isOld ? "overall.unknown" : `overall.${overall}`));
  showTone(page, tone);
  page.title = titleWith(countProblems(tones, incidents), { ...stateOfPage(), locale: localeOf() });
}

function showTone(page: Document, tone: Tone): void {
  const halo = page.querySelector(".halo .mark");
  const frame = page.querySelector(".svc-page");
  if (halo) setTone(halo, tone);
  if (frame) setTone(frame, tone);
  page.querySelector('link[rel="icon"]')?.setAttribute("href", iconFor(tone, stateOfPage().icon));
}

function show(block: Element, tone: Tone, key: string): void {
  const mark = block.querySelector(".mark");
  if (mark) setTone(mark, tone);
  const text = block.matches(".svc-group-card")
    ? mark?.nextSibling
    : block.querySelector(".state-text,.hidden");
  const isBeside = text instanceof Element && text.matches(".state-text");
  if (isBeside) setTone(text, tone);
  setText(text, block.matches("[data-chart]") ? `${word(key)}: ` : word(key));
}

function showFacts(card: Element, check: { responseMs: number | null; hasChanged: boolean }): void {
  if (!card.matches(".timed")) return;
  const line = card.querySelector(".facts");
  const [before = "", after = ""] = word("page.responseTime").split("{n}");
  const isTime = (fact: string) =>
    fact.startsWith(before) &&
    fact.endsWith(after) &&
    /^[\p{N}\p{P}\s]+$/u.test(fact.slice(before.length, -after.length || undefined));
  const kept = (line?.textContent ?? "").split("\n");
  const type = kept
    .pop()
    ?.split(DOT)
    .filter((fact) => fact !== "" && !isTime(fact));
  const time =
    check.responseMs === null
      ? []
      : [word("page.responseTime", { n: formatNumber(check.responseMs, localeOf()) })];
  const affected = check.hasChanged ? [] : kept;
  const facts = [...affected, [...(type ?? []), ...time].join(DOT)].join("\n");
  if (facts === "") {
    line?.remove();
    return;
  }
  const shown = line ?? document.createElement("p");
  shown.className = "facts";
  shown.textContent = facts;
  if (!line) card.querySelector(":scope > :is(.named, .svc-monitor-name)")?.after(shown);
}

function textOf(card: Element): string | null | undefined {
  return card.querySelector(".state-text")?.textContent;
}

function toneOf(block: Element): Tone {
  const classes = block.querySelector(".mark")?.classList;
  return TONES.find((tone) => classes?.contains(`t-${tone}`)) ?? "pending";
}

function setTone(element: Element, tone: Tone): void {
  for (const other of TONES) element.classList.toggle(`t-${other}`, other === tone);
}

function setText(element: Node | null | undefined, text: string): void {
  if (element && element.textContent !== text) element.textContent = text;
}
