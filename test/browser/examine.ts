import axe from "axe-core/axe.min.js";
import type { CDPSession, Page } from "playwright-core";
import { surveyPage } from "./survey.ts";

interface Look {
  theme: "light" | "dark";
  width: number;
}

interface Asked {
  texts: readonly number[] | "all";
  hasRules: boolean;
}

const ALL: Asked = { texts: "all", hasRules: true };
const CONTRAST = "color-contrast";
/** Checking more texts one by one takes longer than checking the whole page. */
const FEW_TEXTS = 60;
/** If the page never settles, the last result counts. */
const TRIES = 3;

const examined = new Set<string>();
const sessions = new WeakMap<Page, CDPSession>();

export async function findViolations(page: Page): Promise<string[]> {
  await takeAxeThere(page);
  return (await runAxe(page, ALL)).problems;
}

/**
 * Checks the contrast of each text once per theme for the same elements and colours, and everything else on the wide
 * page. The narrow page adds what it newly shows or hides.
 */
export async function findNewViolations(page: Page, look: Look & { isFirst: boolean }): Promise<string[]> {
  for (let tries = 1; ; tries++) {
    await settle(page, look);
    await takeAxeThere(page);
    const { texts, turns } = await page.evaluate(surveyPage, look.isFirst);
    const keyOf = (mark: string) => `${look.theme} ${look.width} ${mark}`;
    const isNew = (mark: string) => !examined.has(keyOf(mark));
    const fresh = [...texts.keys()].filter((at) => isNew(texts[at]!) && texts.indexOf(texts[at]!) === at);
    const hasRules = look.isFirst || turns.some(isNew);
    if (!hasRules && fresh.length === 0) return [];
    const asked: Asked = { texts: fresh.length > FEW_TEXTS ? "all" : fresh, hasRules };
    const { problems, hasMoved } = await runAxe(page, asked);
    if (problems.length === 0 && !hasMoved)
      for (const mark of [...texts, ...turns]) examined.add(keyOf(mark));
    // Elements that disappeared meanwhile have no label or colours.
    if (problems.length === 0 || !hasMoved || tries === TRIES) return problems;
  }
}

/** As a separate script it compiles once for all pages of a process. */
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
      // Marks all at once, because axe computes the positions for each run.
      for (const element of there) element.setAttribute(mark, "");
      const selector = texts === "all" ? "*" : `[${mark}]`;
      runner.configure({ rules: [{ id: contrast, selector, enabled: texts === "all" || there.length > 0 }] });
      try {
        const { violations } = await runner.run(document, {
          ...(hasRules ? {} : { runOnly: [contrast] }),
          resultTypes: ["violations"],
          // The report only needs the HTML, and selectors and styles would cost time.
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

/** Waits for the transition between themes and widths to end. */
export async function settle(page: Page, look: Look): Promise<void> {
  await page.evaluate(async ({ theme, width }) => {
    const isThere = () => innerWidth === width && matchMedia(`(prefers-color-scheme: ${theme})`).matches;
    for (let frames = 0; frames < 200 && !isThere(); frames++) await new Promise(requestAnimationFrame);
    // The end of one transition can start another in elements that inherit its colour.
    for (let rounds = 0; rounds < 10; rounds++) {
      const running = document.getAnimations().filter(({ playState, effect }) => {
        return playState === "running" && effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY;
      });
      if (running.length === 0) return;
      for (const animation of running) animation.finish();
    }
  }, look);
}
