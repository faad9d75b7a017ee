import type { Browser, Locator, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startTarget, type Target } from "../system/target.ts";
import { hasChromium, keepScreen, launch, openPerson } from "./chromium.ts";
import { chooseType, seeHeading } from "./deeds.ts";
import { ADMIN, endStories } from "./panel_fixture.ts";
import { type Product, startProduct } from "./product.ts";

const ONE_ROUND = { timeout: 60_000 };
const MOST_CLICKS = 12;
const MOST_FIELDS = 5;

describe.skipIf(!hasChromium)("a new administrator, in Chromium", () => {
  let product: Product;
  let browser: Browser;
  let admin: Page;
  let target: Target;
  let clicks = 0;
  let fields = 0;

  beforeAll(async () => {
    [product, browser, target] = await Promise.all([startProduct(), launch(), startTarget()]);
    admin = await openPerson(browser, product.address);
  });

  endStories(() => product);

  afterAll(async () => {
    await target?.close();
  });

  async function click(locator: Locator): Promise<void> {
    clicks++;
    await locator.click();
  }

  async function fill(label: string, text: string): Promise<void> {
    fields++;
    await admin.getByLabel(label, { exact: true }).first().fill(text);
  }

  const button = (name: string) => admin.getByRole("button", { name, exact: true });
  const link = (name: string) => admin.getByRole("link", { name, exact: true }).first();

  it(`gets from an empty instance to a green bar and a working alert in ${MOST_CLICKS} clicks and ${MOST_FIELDS} fields`, async () => {
    await admin.goto("/");
    await seeHeading(admin, "Set up Uptide");
    await fill("Email address", ADMIN.email);
    await fill("Password", ADMIN.password);
    await click(button("Create administrator"));
    await seeHeading(admin, "Dashboard");

    await click(link("Add your first monitor"));
    await seeHeading(admin, "Add a monitor");
    await fill("URL", `${target.address}/shop`);
    await click(button("Add monitor"));
    await admin.locator(".page-header .status--good").waitFor(ONE_ROUND);

    await click(link("Dashboard"));
    await click(link("Add your first channel"));
    await seeHeading(admin, "Add a channel");
    clicks++;
    await chooseType(admin, "Webhook");
    await fill("Name", "On-call team");
    await fill("URL", `${target.address}/alerts`);
    await click(button("Send test"));
    await admin.getByText("Test message accepted.").waitFor();
    expect(target.posted.at(-1)?.path).toBe("/alerts");
    await click(button("Add channel"));
    await seeHeading(admin, "Channels");

    await click(link("Dashboard"));
    await click(link("Open page builder"));
    await click(button("Add the monitor"));
    await click(button("Save and publish"));
    await admin.getByText("All changes published").waitFor();
    await keepScreen(admin, "newcomer-published");

    const visitor = await openPerson(browser, product.address);
    await expect
      .poll(async () => {
        await visitor.goto("/");
        return await visitor.locator(".svc-monitor-card .bar .u").count();
      }, ONE_ROUND)
      .toBeGreaterThan(0);
    expect(clicks).toBeLessThanOrEqual(MOST_CLICKS);
    expect(fields).toBeLessThanOrEqual(MOST_FIELDS);
  });
});
