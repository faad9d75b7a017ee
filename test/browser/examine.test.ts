import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { closePeople, hasChromium, launch, lookAt, openPerson } from "./chromium.ts";

const STYLE = `
  @media (min-width: 800px) { .narrow { display: none } }
  @media (max-width: 800px) { .wide { display: none } }
  @media (prefers-color-scheme: dark) {
    body { background: #000; color: #fff }
    .dark { color: #222 }
  }
  @media (prefers-color-scheme: light) { .light { color: #ddd } }`;
const BUTTON = '<button class="plain"></button>';

describe.skipIf(!hasChromium)("the accessibility check of a page, in Chromium", () => {
  let page: Page;

  beforeAll(async () => {
    page = await openPerson(await launch(), "http://127.0.0.1");
    await show(
      "<p>Words</p><p class='wide'>Wide</p><p class='narrow'>Narrow</p><button class='plain'>Go</button>",
    );
    await lookAt(page, "well");
  });

  afterAll(closePeople);

  async function show(main: string): Promise<void> {
    await page.setContent(
      `<html lang="en"><head><title>A page</title><style>${STYLE}</style></head>
       <body><main><h1>A page</h1>${main}</main></body></html>`,
    );
  }

  it.each([
    { is: "a button without a name", main: BUTTON, found: ["light, 1280 px: button-name"] },
    {
      is: "a nameless button shown only on a wide page",
      main: `<div class="wide">${BUTTON}</div>`,
      found: ["light, 1280 px: button-name"],
    },
    {
      is: "a nameless button shown only on a narrow page",
      main: `<div class="narrow">${BUTTON}</div>`,
      found: ["dark, 360 px: button-name"],
    },
    {
      is: "pale text in the light theme",
      main: '<p class="light">Words</p>',
      found: ["light, 1280 px: color-contrast"],
    },
    {
      is: "dark text in the dark theme",
      main: '<p class="dark">Words</p>',
      found: ["dark, 360 px: color-contrast"],
    },
    {
      is: "the same text on another background",
      main: '<div style="background: #222"><p style="color: #333">Words</p></div>',
      found: ["light, 1280 px: color-contrast", "dark, 360 px: color-contrast"],
    },
    {
      is: "pale text among many others",
      main: `${"<p>Words</p>".repeat(90)}<p style="color: #888">Words</p>`,
      found: ["light, 1280 px: color-contrast"],
    },
    {
      is: "an element wider than a narrow screen",
      main: '<div style="width: 500px">Words</div>',
      found: ["dark, 360 px: wider than the screen"],
    },
  ])("finds $is, also when the page is checked again", async ({ main, found }) => {
    for (const name of ["once", "again"]) {
      await show(main);
      const { message } = await lookAt(page, name).then(
        () => ({ message: "" }),
        (fault: Error) => fault,
      );
      for (const problem of found) expect(message).toContain(problem);
    }
  });

  it("finds nothing on a valid page", async () => {
    for (const name of ["once", "again"]) {
      await show("<ul><li>Words</li></ul>");
      await lookAt(page, name);
    }
  });
});
