import type { Browser, Page } from "playwright-core";
import { beforeAll, describe, expect, it } from "vitest";
import { type Product, startProduct } from "../system/start/product.ts";
import { hasChromium, launch, lookAt } from "./chromium.ts";
import { chooseType, press, seeHeading, visit } from "./deeds.ts";
import { endStories, makeCall, openAdmin } from "./panel_fixture.ts";

describe.skipIf(!hasChromium)("on call, in Chromium", () => {
  let product: Product;
  let browser: Browser;
  let admin: Page;

  beforeAll(async () => {
    [product, browser] = await Promise.all([startProduct(), launch()]);
    admin = await openAdmin(browser, product);
  });

  endStories(() => product);

  const call = makeCall(() => admin);

  it("adds a channel with steps for the schedule and another channel", async () => {
    const [person] = await call<{ id: number; email: string }[]>("GET", "/on-call/people");
    await call("POST", "/schedules", {
      key: "platform",
      name: "Platform team",
      rotations: [
        {
          name: "Week",
          startsAt: 0,
          shift: { every: 1, unit: "week" },
          handoverAt: "09:00",
          userIds: [person?.id],
        },
      ],
    });
    const hook = {
      key: "team",
      name: "Team chat",
      type: "webhook",
      config: { url: "https://hook.example/" },
    };
    await call("POST", "/notifications/channels", hook);
    await visit(admin, "/admin/channels/new");
    await seeHeading(admin, "Add a channel");
    await admin.getByLabel("Name", { exact: true }).fill("Wake the team");
    await chooseType(admin, "On call");
    await admin.getByLabel("Schedule", { exact: true }).selectOption({ label: "Platform team" });
    await press(admin, "Add step");
    const second = admin.getByRole("group", { name: "Step 2" });
    await second.getByLabel("Notify", { exact: true }).selectOption({ label: "Another channel" });
    await admin.getByLabel("Channel", { exact: true }).selectOption({ label: "Team chat" });
    await lookAt(admin, "on-call-channel");
    await press(admin, "Add channel");
    await seeHeading(admin, "Channels");
    const channels = await call<{ type: string; config: object }[]>("GET", "/notifications/channels");
    expect(channels.find(({ type }) => type === "on_call")?.config).toMatchObject({
      scheduleKey: "platform",
      steps: [{ target: "on_call" }, { afterMinutes: 10, target: { channelKey: "team" } }],
    });
  });

  it("shows the people on call on the dashboard, and a user's own shifts with a calendar URL", async () => {
    await call("POST", "/monitors", { name: "Shop", type: "webhook" });
    await visit(admin, "/admin");
    await admin.getByRole("heading", { name: "On call" }).waitFor();
    await admin.getByText("Platform team").first().waitFor();
    await visit(admin, "/admin/on-call");
    await press(admin, /^Add handover note ?: /);
    const dialog = admin.getByRole("dialog");
    await dialog
      .getByRole("textbox", { name: "Note" })
      .fill("Disk of db2 is nearly full.\nThe vendor calls back at nine.");
    await press(dialog, "Save");
    await admin.getByText("The vendor calls back at nine.").and(admin.locator("p")).waitFor();
    await lookAt(admin, "on-call-handover");
    await visit(admin, "/admin");
    await admin.getByText("Disk of db2 is nearly full.").waitFor();
    await lookAt(admin, "on-call-dashboard");
    await admin.getByRole("link", { name: "My shifts" }).click();
    await admin.getByRole("row", { name: "Platform team" }).getByText("now").waitFor();
    await press(admin, "Create address");
    const address = await admin.getByLabel("Calendar address").inputValue();
    expect(await (await fetch(address)).text()).toContain("SUMMARY:On call: Platform team");
    await lookAt(admin, "on-call-shifts");
    await press(admin, "Revoke address");
    await admin.getByLabel("Calendar address").waitFor({ state: "detached" });
    expect((await fetch(address)).status).toBe(404);
  });

  it("adds a schedule in a form, shows two weeks with their gaps, and overrides a day", async () => {
    const bo = await call<{ user: { id: number } }>("POST", "/users", {
      email: "bo@example.com",
      role: "operator",
    });
    await visit(admin, "/admin/on-call");
    await seeHeading(admin, "On call");
    await admin.getByRole("link", { name: "Add schedule" }).click();
    await seeHeading(admin, "Add a schedule");
    await admin.getByLabel("Name", { exact: true }).fill("Office");
    await admin.getByLabel("People", { exact: true }).fill("ada");
    await admin.getByRole("option", { name: "ada@example.com" }).click();
    await press(admin, "Limit to certain hours");
    await lookAt(admin, "on-call-form");
    const firstShift = await admin.getByLabel("First shift").inputValue();
    expect(Date.parse(`${firstShift}Z`)).toBeLessThanOrEqual(Date.now());
    await press(admin, "Add schedule");
    await admin.getByText("Office added.").waitFor();
    const card = admin.getByRole("region", { name: "Office" });
    const calendar = card.getByRole("list", { name: "The next two weeks of Office" });
    await calendar.getByText("No one on call").first().waitFor();
    expect(await calendar.getByRole("listitem").count()).toBe(14);

    await card.getByRole("button", { name: "Add override" }).click();
    await press(admin, "Save override");
    await admin.getByText("Choose a person.").waitFor();
    const boxOf = async (label: string) => (await admin.getByLabel(label, { exact: true }).boundingBox())!;
    const [from, until] = [await boxOf("From"), await boxOf("Until")];
    expect([until.y, until.x > from.x]).toEqual([from.y, true]);
    await admin.getByLabel("Who takes over").selectOption({ label: "bo@example.com" });
    await lookAt(admin, "on-call-override");
    await press(admin, "Save override");
    await calendar.getByText("bo@example.com").first().waitFor();
    await lookAt(admin, "on-call-page");
    const read = async () => await call<{ overrides: { userId: number }[] }>("GET", "/schedules/office");
    expect((await read()).overrides.map(({ userId }) => userId)).toEqual([bo.user.id]);
    await press(admin, "Delete the override for bo@example.com");
    await admin.getByText("Override deleted.").waitFor();
    expect((await read()).overrides).toEqual([]);

    await press(admin, "Actions for Office");
    await admin.getByRole("menuitem", { name: "Edit" }).click();
    await admin.getByLabel("Name", { exact: true }).fill("Office hours");
    await press(admin, "Save");
    await admin.getByText("Office hours saved.").waitFor();
    await press(admin, "Actions for Office hours");
    await admin.getByRole("menuitem", { name: "Delete" }).click();
    await admin.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
    await admin.getByText("Office hours deleted.").waitFor();
  });
});
