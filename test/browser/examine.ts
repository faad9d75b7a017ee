import axe from "axe-core/axe.min.js";
import type { CDPSession, Page } from "playwright-core";
import { surveyPage } from "./survey.ts";

interface Look {
  theme: "light" | "dark";
  width: number;
}

interface Asked {
  /** Elements whose contrast is asked for, by their number in the survey; all of them where there are many. */
  texts: readonly number[] | "all";
  /** All else: labels, roles, structure. */
  hasRules: boolean;
}

const ALL: Asked = { texts: "all", hasRules: true };
const CONTRAST = "color-contrast";
/** As many are looked for one by one in no less time than the page has. */
const FEW_TEXTS = 60;
/** A page that never stands still is told of as it was the last time. */
const TRIES = 3;

/** What this process has examined, and found to be well. */
const examined = new Set<string>();
const sessions = new WeakMap<Page, CDPSession>();

/** By every rule. */
export async function findViolations(page: Page): Promise<string[]> {
  await takeAxeThere(page);
  return (await runAxe(page, ALL)).problems;
}

/**
 * Contrast is asked for of each text in each theme, once for all that stand in the same elements in the same colours;
 * everything else when the page is wide, and when it is narrow where that shows or hides what it never did before.
 */
export async function findNewViolations(page: Page, look: Look & { isFirst: boolean }): Promise<string[]> {
  for (let tries = 1; ; tries++) {
    await settle(page, look);
    await takeAxeThere(page);
    const { texts, turns } = await page.evaluate(surveyPage, look.isFirst);
    const keyOf = (mark: string) => `${look.theme} ${look.width} ${mark}`;
    const isNew = (mark: string) => !examined.has(keyOf(mark));
    // Of those with one mark, the first.
    const fresh = [...texts.keys()].filter((at) => isNew(texts[at]!) && texts.indexOf(texts[at]!) === at);
    const hasRules = look.isFirst || turns.some(isNew);
    if (!hasRules && fresh.length === 0) return [];
    const asked: Asked = { texts: fresh.length > FEW_TEXTS ? "all" : fresh, hasRules };
    const { problems, hasMoved } = await runAxe(page, asked);
    if (problems.length === 0 && !hasMoved)
      for (const mark of [...texts, ...turns]) examined.add(keyOf(mark));
    // What went away meanwhile has no label, and no colours.
    if (problems.length === 0 || !hasMoved || tries === TRIES) return problems;
  }
}

/** As a script of its own, it is compiled once for all pages of a process. */
async function takeAxeThere(page: Page): Promise<void> {
  if (await page.evaluate(() => "axe" in globalThis)) return;
  const session = sessions.get(page) ?? (await page.context().newCDPSession(page));
  sessions.set(page, session);
  await session.send("Runtime.evaluate", { expression: axe.source });
}

async function runAxe(page: Page, asked: Asked): Promise<{ problems: string[]; hasMoved: boolean }> {
  return await page.evaluate(
    async ({ texts, hasRules, contrast, mark }) => {
      const { axe: runner, surveyed } = globalThis as unknown as {
        axe: typeof import("axe-core");
        surveyed?: { texts: Element[] };
      };
      const some = texts === "all" ? [] : texts.map((at) => surveyed?.texts[at] as Element);
      const there = some.filter((element) => element.isConnected);
      let hasMoved = there.length < some.length;
      const observer = new MutationObserver(() => {
        hasMoved = true;
      });
      observer.observe(document, { subtree: true, childList: true });
      // Both at once: what stands where is found out for either.
      for (const element of there) element.setAttribute(mark, "");
      const selector = texts === "all" ? "*" : `[${mark}]`;
      runner.configure({ rules: [{ id: contrast, selector, enabled: texts === "all" || there.length > 0 }] });
      try {
        const { violations } = await runner.run(document, {
          ...(hasRules ? {} : { runOnly: [contrast] }),
          resultTypes: ["violations"],
          // What is said of a violation is its HTML: ways to its element, and styles that no rule asks for, are only work.
          selectors: false,
          preload: false,
        });
        const problems = violations.flatMap(({ id, nodes }) =>
          nodes.map(({ html }) => `${id}: ${html.slice(0, 160)}`),
        );
        return { problems, hasMoved };
      } finally {
        observer.disconnect();
        for (const element of there) element.removeAttribute(mark);
      }
    },
    { ...asked, contrast: CONTRAST, mark: "data-examined" },
  );
}

/** Colours that are on their way from one theme to the other are neither's, nor is a width that is still to come. */
export async function settle(page: Page, look: Look): Promise<void> {
  await page.evaluate(async ({ theme, width }) => {
    const isThere = () => innerWidth === width && matchMedia(`(prefers-color-scheme: ${theme})`).matches;
    for (let frames = 0; frames < 200 && !isThere(); frames++) await new Promise(requestAnimationFrame);
    // The end of one may be the beginning of another, in what takes its colour from there.
    for (let rounds = 0; rounds < 10; rounds++) {
      const running = document.getAnimations().filter(({ playState, effect }) => {
        return playState === "running" && effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY;
      });
      if (running.length === 0) return;
      for (const animation of running) animation.finish();
    }
  }, look);
}
