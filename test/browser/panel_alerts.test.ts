import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type FakeSmtp, startFakeSmtp } from "../system/fake_smtp.ts";
import { startTarget, type Target } from "../system/target.ts";
import { hasChromium, launch, lookAt } from "./chromium.ts";
import { chooseType, follow, press, seeHeading, visit } from "./deeds.ts";
import { checkNow, endStories, makeCall, openAdmin, openUser } from "./panel_fixture.ts";
import { type Product, startProduct } from "./product.ts";

const ONE_ROUND = { timeout: 60_000 };
const SECRET = "n3ver-to-be-seen";

describe.skipIf(!hasChromium)("alerting in the panel, in Chromium", () => {
  let product: Product;
  let browser: Browser;
  let admin: Page;
  let target: Target;
  let mail: FakeSmtp;

  beforeAll(async () => {
    [product, browser, target, mail] = await Promise.all([
      startProduct(),
      launch(),
      startTarget(),
      startFakeSmtp(),
    ]);
    admin = await openAdmin(browser, product);
  });

  endStories(() => product);

  afterAll(async () => {
    await target?.close();
    await mail?.stop();
  });

  const call = makeCall(() => admin);

  const menuOf = async (page: Page, name: string, item: string) => {
    await page.getByRole("button", { name: `Actions for ${name}` }).click();
    await page.getByRole("menuitem", { name: item, exact: true }).click();
  };

  const allMonitors = () => admin.getByLabel("All current and future monitors");

  it("warns that no alerts are sent yet, and starts a webhook from a preset", async () => {
    await call("POST", "/monitors", {
      name: "Shop",
      type: "https",
      config: { url: `${target.address}/shop` },
      intervalSecs: 10,
      retries: 1,
    });
    await follow(admin, "Channels");
    await admin.getByText("No channels yet").waitFor();
    expect(await admin.getByPlaceholder("Name, key or type").count()).toBe(0);
    await admin.getByRole("link", { name: "Add channel" }).click();
    await seeHeading(admin, "Add a channel");
    await chooseType(admin, "Webhook");
    await admin.getByLabel("Start from").selectOption("Gotify");
    expect(await admin.getByLabel("Body").inputValue()).toContain("{{summary}}");
    expect(await allMonitors().isChecked()).toBe(true);
    expect(await admin.getByLabel("Value", { exact: true }).getAttribute("type")).toBe("password");
    await press(admin, "Add channel");
    await admin.getByText("Fill in this field.").waitFor();
    await admin.getByLabel("Name", { exact: true }).first().fill("On-call team");
    await admin.getByLabel("URL", { exact: true }).fill("not an address");
    await press(admin, "Add channel");
    await admin.getByText("Use an http or https address").waitFor();
    expect(await admin.getByLabel("URL", { exact: true }).inputValue()).toBe("not an address");
    await lookAt(admin, "channel-refused");
  });

  it("tests a channel before it is saved, and shows the service's error", async () => {
    await admin.getByLabel("URL", { exact: true }).fill(`${target.address}/hook`);
    target.answerPost = () => 400;
    await press(admin, "Send test");
    await admin.getByText("Couldn't deliver the test message").waitFor();
    await admin.getByText(/returned 400/).waitFor();
    target.answerPost = () => 200;
    await press(admin, "Send test");
    await admin.getByText("Test message accepted.").waitFor();
    expect(target.posted.at(-1)?.path).toBe("/hook");
    expect(await call<unknown[]>("GET", "/notifications/channels")).toEqual([]);
  });

  it("summarizes the policy while it is edited", async () => {
    const preview = admin.getByRole("region", { name: "Summary" });
    await preview.getByText("Every alert is sent right away, as its own message.").waitFor();
    await admin.getByRole("switch", { name: "Quiet hours" }).check();
    await admin.getByLabel("Time zone").fill("Europe/Warsaw");
    await preview
      .getByText("Between 22:00 and 07:00 in Europe/Warsaw alerts are held until 07:00.")
      .waitFor();
    await admin.getByLabel("Drop").check();
    await preview.getByText("Between 22:00 and 07:00 in Europe/Warsaw alerts are dropped.").waitFor();
    await admin.getByRole("switch", { name: "Rate limit" }).check();
    await admin.getByRole("switch", { name: "Grouping" }).check();
    await preview.getByText("if 3 or more monitors alert by then").waitFor();
    await admin.getByLabel("Time zone").fill("Mars/Olympus");
    await press(admin, "Add channel");
    await admin.getByText("Use the IANA name of a time zone").waitFor();
    await admin.getByLabel("Time zone").fill("Europe/Warsaw");
    await lookAt(admin, "channel-policy");
    await admin.getByRole("switch", { name: "Quiet hours" }).uncheck();
    await admin.getByRole("switch", { name: "Grouping" }).uncheck();
  });

  it("says that a failure which has already begun sends no alert", async () => {
    const failing = { name: "Old trouble", type: "tcp", config: { host: "127.0.0.1", port: 9 } };
    const { id } = await call("POST", "/monitors", failing);
    await admin.getByText("Already failing: Old trouble.").waitFor(ONE_ROUND);
    await lookAt(admin, "channel-running-failure");
    await call("DELETE", `/monitors/${id}`);
    await admin.getByText("Already failing").waitFor({ state: "detached" });
  });

  it("links the monitor, and lists the channel with its policy", async () => {
    await allMonitors().uncheck();
    await admin.getByLabel("Monitors", { exact: true }).fill("sho");
    await admin.keyboard.press("Enter");
    await press(admin, "Add channel");
    await seeHeading(admin, "Channels");
    await admin.getByText("Max 3 per 60 min").waitFor();
    await admin.getByText("1 channel", { exact: true }).waitFor();
    const row = admin.getByRole("row", { name: "On-call team" });
    await row.getByText("1 monitor").waitFor();
    await menuOf(admin, "On-call team", "Send test");
    await admin.getByText("Test message sent to On-call team.").waitFor();
    await lookAt(admin, "channels");

    await admin.getByRole("link", { name: "On-call team" }).click();
    await seeHeading(admin, "Edit On-call team");
    expect(await admin.getByLabel("Value", { exact: true }).inputValue()).toBe("••••••••");
    expect(await admin.getByLabel("Value", { exact: true }).getAttribute("type")).toBe("password");
    await lookAt(admin, "channel-edit");
    await press(admin, "Save");
    await seeHeading(admin, "Channels");
  });

  it("shows the deliveries for a failing monitor", async () => {
    const before = target.posted.length;
    target.failing.add("/shop");
    await checkNow(call, "Shop");
    await expect.poll(() => target.posted.length, ONE_ROUND).toBeGreaterThan(before);
    await follow(admin, "Deliveries");
    const row = admin.getByRole("row", { name: "Alert: Shop" });
    await row.getByText("Delivered").waitFor(ONE_ROUND);
    await admin.getByRole("button", { name: "Alert: Shop" }).click();
    const panel = admin.getByRole("dialog", { name: "Alert: Shop" });
    await panel.getByText("1 of 3 attempts").waitFor();
    await panel.getByText("Accepted").waitFor();
    await admin.waitForURL("**/admin/deliveries?delivery=*");
    await admin.goBack();
    await panel.waitFor({ state: "detached" });
    const steps = await admin.evaluate(() => history.length);
    for (const day of ["0002-01-01", "0020-01-01", "2020-01-01"])
      await admin.getByLabel("From", { exact: true }).fill(day);
    await admin.waitForURL("**from=2020-01-01*");
    expect(await admin.evaluate(() => history.length)).toBe(steps);
    await admin.getByLabel("From", { exact: true }).fill("");
    await admin.waitForURL((url) => !url.searchParams.has("from"));
  });

  it("shows why a delivery failed, and retries it", async () => {
    target.answerPost = () => 410;
    target.failing.delete("/shop");
    await checkNow(call, "Shop");
    const row = admin.getByRole("row", { name: "Recovery: Shop" });
    await row.getByText("returned 410").waitFor(ONE_ROUND);
    await admin.getByLabel("Status").selectOption("Failed");
    await admin.waitForURL("**?status=failed");
    await expect.poll(async () => await admin.locator("tbody tr").count()).toBe(1);
    await lookAt(admin, "deliveries");
    await admin.getByRole("button", { name: "Recovery: Shop", exact: true }).click();
    const panel = admin.getByRole("dialog", { name: "Recovery: Shop" });
    await panel.getByRole("list").getByText("Failed").waitFor();
    await lookAt(admin, "delivery");
    target.answerPost = () => 200;
    await press(panel, "Retry now");
    await panel.getByText("Delivered", { exact: true }).first().waitFor(ONE_ROUND);
    await admin.keyboard.press("Escape");
    await panel.waitFor({ state: "detached" });
    await admin.getByText("No results").waitFor();
    await press(admin, "Clear filters");
    await row.getByText("Delivered").waitFor();
  });

  it("shows a monitor's channels on its page, and changes them there", async () => {
    const [shop] = await call<{ id: number }[]>("GET", "/monitors?search=shop");
    await call("POST", "/notifications/channels", {
      name: "Everybody",
      type: "email",
      config: { to: "all@example.com" },
      enabled: false,
    });
    await visit(admin, `/admin/monitors/${shop!.id}?tab=alerts`);
    await admin.getByText("Recovery: Shop").waitFor();
    await admin.getByLabel("Channels", { exact: true }).fill("every");
    await admin.keyboard.press("Enter");
    await lookAt(admin, "monitor-alerts");
    const question = admin.getByRole("dialog", { name: "Leave without saving?" });
    await admin.getByRole("tab", { name: "Overview" }).click();
    await press(question, "Keep editing");
    await admin.goBack();
    await press(question, "Keep editing");
    await press(admin, "Save channels");
    await admin.getByText("Channels saved.").waitFor();
    const saved = await call<{ channelIds: number[] }>("GET", `/notifications/monitor/${shop!.id}/channels`);
    expect(saved.channelIds).toHaveLength(2);
    await admin.getByLabel("Channels", { exact: true }).press("Backspace");
    await admin.getByRole("tab", { name: "Overview" }).click();
    await press(question, "Leave without saving");
    await admin.getByRole("tab", { name: "Overview", selected: true }).waitFor();
    expect(await question.count()).toBe(0);
  });

  it("turns a channel off, and lists the consequences before deleting one", async () => {
    await follow(admin, "Channels");
    await admin.getByRole("button", { name: "Actions for On-call team" }).waitFor();
    const { promise: isMenuOpen, resolve: tellOpen } = Promise.withResolvers<void>();
    await admin.route("**/api/v1/admin/notifications/channels", async (route) => {
      await isMenuOpen;
      await route.continue();
    });
    await menuOf(admin, "On-call team", "Turn off");
    await admin.getByText("On-call team turned off.").waitFor();
    await admin.getByRole("button", { name: "Actions for Everybody" }).click();
    const remove = admin.getByRole("menuitem", { name: "Delete", exact: true });
    await remove.waitFor();
    tellOpen();
    await admin.getByRole("row", { name: "On-call team" }).getByText("Off", { exact: true }).waitFor();
    await remove.click();
    await admin.unrouteAll({ behavior: "wait" });
    const dialog = admin.getByRole("dialog", { name: "Delete Everybody?" });
    await dialog.getByText("Shop will no longer alert through it.").waitFor();
    await lookAt(admin, "channel-delete");
    await press(dialog, "Delete");
    await admin.getByText("Everybody deleted.").waitFor();
    await admin.getByRole("row", { name: "Everybody" }).waitFor({ state: "detached" });
  });

  it("saves the email server settings, and sends a test email with them", async () => {
    await follow(admin, "Email server");
    await seeHeading(admin, "Email server");
    await admin.getByLabel("Host").fill("127.0.0.1");
    await admin.getByLabel("Port").fill("no port");
    await admin.getByText("Save first. The test uses the saved settings.").waitFor();
    await press(admin, "Save");
    await admin.locator('[aria-invalid="true"]').waitFor();
    expect(await admin.getByLabel("Port").getAttribute("aria-invalid")).toBe("true");
    await admin.getByLabel("Port").fill(String(mail.port));
    await admin.getByLabel("Address", { exact: true }).fill("alerts@example.com");
    await press(admin, "Save");
    await admin.getByText("Email settings saved.").waitFor();
    await admin.getByLabel("Recipient").fill("ada@example.com");
    await press(admin, "Send test email");
    await admin.getByText("The server accepted an email to ada@example.com.").waitFor();
    expect(mail.received.clear).toContain("RCPT TO:<ada@example.com>");
    await admin.getByLabel("Port").fill("1");
    await press(admin, "Save");
    await admin.getByText("Uses the saved settings.").waitFor();
    await press(admin, "Send test email");
    await admin.getByText("The email couldn't be sent").waitFor();
    await lookAt(admin, "mail");
  });

  it("saves a vault secret, and never shows it again", async () => {
    await follow(admin, "Vaults");
    await admin.getByText("No vaults yet").waitFor();
    await press(admin, "Add vault");
    await admin.getByLabel("HashiCorp Vault").check();
    await admin.getByLabel("URL").fill("ftp://vault");
    await lookAt(admin, "vault-new");
    await press(admin.getByRole("dialog"), "Add vault");
    await admin.getByText("Use an https address").waitFor();
    await admin.getByLabel("Stored in Uptide").check();
    await admin.getByLabel("Name", { exact: true }).fill("Production");
    await press(admin.getByRole("dialog"), "Add vault");
    await seeHeading(admin, "Production");
    await admin.getByText("No secrets yet").waitFor();

    await press(admin, "Add secret");
    const dialog = admin.getByRole("dialog", { name: "Add secret" });
    await dialog.getByLabel("Multiple values").check();
    await dialog.getByLabel("Name", { exact: true }).first().fill("Hook");
    await dialog.getByLabel("Name", { exact: true }).nth(1).fill("signing");
    await dialog.getByLabel("Value", { exact: true }).last().fill(SECRET);
    await lookAt(admin, "vault-secret-new");
    await press(dialog, "Add secret");
    await admin.getByRole("row", { name: "Hook" }).getByText("signing").waitFor();
    await press(admin, "Test");
    await admin.getByText("Production works.").waitFor();
    await lookAt(admin, "vault");

    const answers: string[] = [];
    admin.on("response", async (response) => {
      if (response.url().includes("vault")) answers.push(await response.text().catch(() => ""));
    });
    await admin.reload();
    await menuOf(admin, "Hook", "Edit");
    const value = admin.getByRole("dialog").getByLabel("Value", { exact: true }).last();
    expect(await value.inputValue()).toBe("••••••••");
    expect(await value.getAttribute("type")).toBe("password");
    await admin.getByRole("dialog").getByLabel("Name", { exact: true }).first().fill("Webhook");
    await press(admin.getByRole("dialog"), "Save");
    await admin.getByText("Webhook saved and in use.").waitFor();
    expect(answers.length).toBeGreaterThan(2);
    expect(answers.join()).not.toContain(SECRET);
    expect(await admin.content()).not.toContain(SECRET);
  });

  it("signs a channel's requests with a secret from the vault", async () => {
    await follow(admin, "Channels");
    await admin.getByRole("link", { name: "On-call team" }).click();
    await admin.getByLabel("From a vault").selectOption("Production: Webhook");
    await admin.getByLabel("Password or secret field").selectOption("signing");
    await admin.getByText("The secret fills in Signing secret").waitFor();
    expect(await admin.getByLabel("Signing secret").count()).toBe(0);
    await lookAt(admin, "channel-vault");
    await press(admin, "Send test");
    await admin.getByText("Test message accepted.").waitFor();
    expect(target.posted.at(-1)?.id).not.toBe("");
    await press(admin, "Save");
    await seeHeading(admin, "Channels");
    await follow(admin, "Vaults");
    await menuOf(admin, "Production", "Delete");
    await admin.getByText("Its secrets are deleted.").waitFor();
    await admin.getByText(/^On-call team will fail from the next check/).waitFor();
    await lookAt(admin, "vault-delete");
    await press(admin.getByRole("dialog"), "Cancel");
    await lookAt(admin, "vaults");
  });

  it("runs an action manually with a vault secret, and shows each attempt", async () => {
    await follow(admin, "Actions");
    await admin.getByText("No actions yet").waitFor();
    await admin.getByRole("link", { name: "Add action" }).click();
    await admin.getByLabel("Name", { exact: true }).first().fill("Restart");
    await admin.getByLabel("URL", { exact: true }).fill(`${target.address}/restart`);
    await admin.getByLabel("Body").fill("no json");
    await press(admin, "Add action");
    await admin.getByText("The body must be JSON").waitFor();
    await admin.getByLabel("Body").fill('{"key": "{{secret_hook}}", "monitor": "{{monitor_name}}"}');
    await press(admin, "Add secret");
    await admin.getByLabel("Name", { exact: true }).last().fill("hook");
    await admin.getByLabel("Secret", { exact: true }).selectOption("Production: Webhook");
    await admin.getByLabel("Channels", { exact: true }).fill("on-call");
    await admin.keyboard.press("Enter");
    await lookAt(admin, "action-new");
    await press(admin, "Add action");
    await seeHeading(admin, "Actions");
    await lookAt(admin, "actions");

    target.answerPost = ({ path }) => (path === "/restart" ? 400 : 200);
    await menuOf(admin, "Restart", "Run now");
    const dialog = admin.getByRole("dialog", { name: "Run Restart now?" });
    await dialog.getByLabel("For monitor").selectOption("Shop");
    await press(dialog, "Run now");
    const panel = admin.getByRole("dialog", { name: "Restart" });
    await panel.getByText("returned 400").waitFor(ONE_ROUND);
    await panel.getByText("Run manually").waitFor();
    await lookAt(admin, "action-run");
    target.answerPost = () => 200;
    await panel.getByText("Succeeded").waitFor(ONE_ROUND);
    await panel.getByText("HTTP 200").waitFor();
    expect(target.posted.filter(({ path }) => path === "/restart").at(-1)?.body).toContain(
      '"monitor": "Shop"',
    );
    expect(await admin.content()).not.toContain(SECRET);
    await admin.keyboard.press("Escape");
    await panel.waitFor({ state: "detached" });
    await admin.getByLabel("Status").selectOption("Succeeded");
    await expect.poll(async () => await admin.locator("tbody tr").count()).toBe(1);
    await lookAt(admin, "action-runs");
  });

  it("links an action to a monitor on the monitor's page", async () => {
    const [shop] = await call<{ id: number }[]>("GET", "/monitors?search=shop");
    await visit(admin, `/admin/monitors/${shop!.id}?tab=alerts`);
    await press(admin, "Add an action to this monitor");
    await admin.getByLabel("Run when it").selectOption("recovers");
    await admin.getByLabel("After", { exact: true }).fill("99999");
    await press(admin, "Save actions");
    await admin.getByText("Use 0 to 10080 minutes.").waitFor();
    await admin.getByLabel("After", { exact: true }).fill("5");
    await lookAt(admin, "monitor-actions");
    await press(admin, "Save actions");
    await admin.getByText("Actions saved.").waitFor();
    await follow(admin, "Actions");
    await admin.getByRole("row", { name: "Restart" }).getByText("1 monitor").waitFor();
    await menuOf(admin, "Restart", "Delete");
    await admin.getByText("Shop will no longer run it.").waitFor();
    await press(admin.getByRole("dialog"), "Cancel");
    await admin.getByRole("link", { name: "Restart" }).click();
    await admin.getByText("when it recovers, after 5 min").waitFor();
  });

  it("cancels a waiting run", async () => {
    target.failing.add("/shop");
    await checkNow(call, "Shop");
    await follow(admin, "Monitors");
    await admin.getByRole("row", { name: "Shop" }).locator(".status--bad").waitFor(ONE_ROUND);
    target.failing.delete("/shop");
    await checkNow(call, "Shop");
    await admin.getByRole("row", { name: "Shop" }).locator(".status--good").waitFor(ONE_ROUND);
    await follow(admin, "Actions");
    await admin.getByRole("link", { name: "Runs", exact: true }).click();
    await seeHeading(admin, "Action runs");
    const waiting = admin.getByRole("row", { name: "Monitor recovered" });
    await waiting.getByText("Waiting").waitFor(ONE_ROUND);
    await press(waiting, /^Cancel run ?: /);
    await waiting.getByText("Cancelled").waitFor();
  });

  it("shows channels to an operator, but not vaults", async () => {
    const operator = await openUser(admin, { email: "olga@example.com", role: "operator" });
    await operator.goto("/admin");
    await seeHeading(operator, "Dashboard");
    for (const name of ["Vaults", "Actions"]) {
      expect(await operator.getByRole("link", { name, exact: true }).count()).toBe(0);
    }
    await operator.goto("/admin/vaults");
    await seeHeading(operator, "Dashboard");
    await follow(operator, "Channels");
    await operator.getByRole("link", { name: "On-call team" }).click();
    expect(await operator.getByLabel("From a vault").inputValue()).toContain("Webhook");
    await operator.context().close();
  });
});
