import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Channel } from "../../src/schema/channel.ts";
import type { Delivery } from "../../src/schema/delivery.ts";
import { startTarget, type Target } from "../system/target.ts";
import { hasChromium, launch, lookAt } from "./chromium.ts";
import { chooseType, press, seeHeading, visit } from "./deeds.ts";
import { checkNow, endStories, makeCall, openAdmin } from "./panel_fixture.ts";
import { type Product, startProduct } from "./product.ts";

const DELIVERIES = "/notifications/deliveries";

describe.skipIf(!hasChromium)("acknowledging a failure, in Chromium", () => {
  let product: Product;
  let browser: Browser;
  let admin: Page;
  let target: Target;
  let monitorId = 0;

  beforeAll(async () => {
    [product, browser, target] = await Promise.all([startProduct(), launch(), startTarget()]);
    admin = await openAdmin(browser, product);
  });

  endStories(() => product);

  afterAll(async () => {
    await target?.close();
  });

  const call = makeCall(() => admin);
  const part = () => admin.getByRole("region", { name: "Acknowledgement" });

  it("comes with reminders and escalation, which the channel form summarizes and saves", async () => {
    await visit(admin, "/admin/channels/new");
    await seeHeading(admin, "Add a channel");
    await chooseType(admin, "Webhook");
    await admin.getByLabel("Name", { exact: true }).first().fill("On-call team");
    await admin.getByLabel("URL", { exact: true }).fill(`${target.address}/hook`);
    const preview = admin.getByRole("region", { name: "Summary" });
    await admin.getByRole("switch", { name: "Reminders" }).check();
    await admin.getByLabel("Every", { exact: true }).fill("90");
    await preview
      .getByText("A reminder is sent every 1 h 30 min while a monitor is down, at most 10 times.")
      .waitFor();
    await admin.getByRole("switch", { name: "Escalation" }).check();
    await preview.getByText("is still down and not acknowledged after 30 min").waitFor();
    await lookAt(admin, "channel-reminders");
    await admin.getByRole("switch", { name: "Escalation" }).uncheck();
    await admin.getByRole("switch", { name: "All current and future monitors" }).check();
    await press(admin, "Add channel");
    await seeHeading(admin, "Channels");
    await admin.getByText("Reminds every 90 min").waitFor();
    const [channel] = await call<Channel[]>("GET", "/notifications/channels");
    expect(channel?.alertPolicy).toMatchObject({
      reminder: { enabled: true, everyMinutes: 90, most: 10 },
      escalation: { afterMinutes: 0 },
    });
  });

  it("needs one click after the link in the message, and the link alone does nothing", async () => {
    target.failing.add("/shop");
    const config = { url: `${target.address}/shop` };
    const shop = { name: "Shop", type: "https", intervalSecs: 86_400, config };
    monitorId = (await call("POST", "/monitors", shop)).id;
    await expect.poll(() => target.posted.length, { timeout: 60_000 }).toBe(1);
    const { link } = JSON.parse(target.posted[0]?.body ?? "{}") as { link: string };
    await admin.goto(new URL(link).pathname);
    await part().getByText("Not acknowledged yet.").waitFor();
    expect(await call<object>("GET", `/monitors/${monitorId}`)).toMatchObject({ acknowledgement: null });
    await lookAt(admin, "monitor-not-acknowledged");
    await press(part(), "Acknowledge");
    await part().getByText("Acknowledged by ada@example.com").waitFor();
    await expect.poll(() => target.posted.at(-1)?.body, { timeout: 60_000 }).toContain("acknowledged by");
  });

  it("can be undone, and repeated with a note and an end", async () => {
    await press(part(), "Undo acknowledgement");
    await press(part(), "Add a note…");
    const dialog = admin.getByRole("dialog", { name: "Acknowledge Shop" });
    await dialog.getByLabel("Note").fill("The disk is full: I make room.");
    await call("POST", `/monitors/${monitorId}/acknowledge`, {});
    await part().getByText("Acknowledged by ada@example.com").waitFor();
    expect(await dialog.getByLabel("Note").inputValue()).toBe("The disk is full: I make room.");
    await dialog.getByLabel("For", { exact: true }).selectOption("4 hours");
    await lookAt(admin, "acknowledge");
    await press(dialog, "Acknowledge");
    await part().getByText("The disk is full: I make room.").waitFor();
    await part()
      .getByText(/until /)
      .waitFor();
    await lookAt(admin, "monitor-acknowledged");
  });

  it("ends with the recovery", async () => {
    target.failing.delete("/shop");
    await checkNow(call, "Shop");
    await part().getByText("Acknowledged by").waitFor({ state: "detached" });
    await visit(admin, "/admin/deliveries");
    await admin.getByRole("row", { name: "Acknowledged: Shop" }).first().waitFor();
    await lookAt(admin, "deliveries-acknowledged");
  });

  it("can be replaced by a snooze, which holds the alert back until it ends", async () => {
    await visit(admin, `/admin/monitors/${monitorId}`);
    await admin.getByRole("button", { name: "Snooze Shop" }).click();
    await admin.getByRole("menuitem", { name: "4 hours" }).click();
    await part().getByText("Snoozed until").waitFor();
    await lookAt(admin, "monitor-snoozed");
    target.failing.add("/shop");
    await checkNow(call, "Shop");
    const path = `/notifications/deliveries?monitorId=${monitorId}&status=suppressed`;
    await expect
      .poll(async () => (await call<{ items: Delivery[] }>("GET", path)).items[0]?.reason, {
        timeout: 60_000,
      })
      .toBe("snoozed");
    const before = target.posted.length;
    await press(part(), "End snooze");
    await part().getByText("Snoozed until").waitFor({ state: "detached" });
    await expect
      .poll(
        () =>
          target.posted
            .slice(before)
            .map(({ body }) => body)
            .join("\n"),
        { timeout: 60_000 },
      )
      .toContain("Shop is down");
    await expect
      .poll(async () => (await call<{ items: Delivery[] }>("GET", DELIVERIES)).items[0]?.status)
      .toBe("delivered");
  });
});
