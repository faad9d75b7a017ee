import type { Browser, Page } from "playwright-core";
import { beforeAll, describe, expect, it } from "vitest";
import type { Monitor } from "../../src/schema/monitor.ts";
import { type HttpPeer, startHttp } from "../system/http_peer.ts";
import { hasChromium, launch, lookAt } from "./chromium.ts";
import { chooseType, press, seeHeading, unfold, visit } from "./deeds.ts";
import { endStories, makeCall, openAdmin } from "./panel_fixture.ts";
import { type Product, startProduct } from "./product.ts";

describe.skipIf(!hasChromium)(
  "cron jobs, manual monitors, clones and regions in the panel, in Chromium",
  () => {
    let product: Product;
    let target: HttpPeer;
    let failures = 0;
    let browser: Browser;
    let admin: Page;

    beforeAll(async () => {
      target = await startHttp((_request, response) => {
        failures -= 1;
        response.writeHead(failures >= 0 ? 503 : 200).end("hello");
      });
      [product, browser] = await Promise.all([startProduct(), launch()]);
      admin = await openAdmin(browser, product);
    });

    endStories(() => ({
      ...product,
      stop: async () => void (await Promise.all([product.stop(), target.stop()])),
    }));

    const call = makeCall(() => admin);

    it("show the next five runs of a schedule while it is typed, and no interval", async () => {
      await admin.goto("/admin/monitors/new");
      await seeHeading(admin, "Add a monitor");
      await chooseType(admin, "Heartbeat");
      await unfold(admin, "How often");
      await admin.getByLabel("Expect a heartbeat every").waitFor();
      await admin.getByLabel("Schedule", { exact: true }).fill("0 12 1 jan *");
      await admin.getByLabel("Time zone").fill("Europe/Warsaw");
      const runs = admin.locator(".next-runs li");
      await expect.poll(async () => await runs.count()).toBe(5);
      expect(await runs.first().innerText()).toMatch(/day, January 1, 20\d\d at 12:00$/);
      expect(await admin.getByLabel("Expect a heartbeat every").count()).toBe(0);
      await lookAt(admin, "cron-form");
      await admin.getByLabel("Schedule", { exact: true }).fill("0 25 * * *");
      await expect.poll(async () => await runs.count()).toBe(0);
      await admin.getByLabel("Name", { exact: true }).fill("Nightly dump");
      await press(admin, "Add monitor");
      await admin.getByText("hour: 25 does not work").waitFor();
      await admin.getByLabel("Schedule", { exact: true }).fill("30 3 * * mon-fri");
      await press(admin, "Add monitor");
      await seeHeading(admin, "Nightly dump");
      await admin.getByText("30 3 * * mon-fri (Europe/Warsaw)").waitFor();
      await admin.getByText("No runs reported yet").waitFor();
    });

    it("show runs with their times, and their output on request", async () => {
      const [{ id } = { id: 0 }] = await call<Monitor[]>("GET", "/monitors");
      const { pingUrl } = await call<Monitor>("GET", `/monitors/${id}`);
      const address = `${product.address}${new URL(pingUrl ?? "").pathname}`;
      for (const code of [0, 0, 3]) {
        await fetch(`${address}/start?rid=run-${code}`);
        await fetch(`${address}/${code}?rid=run-${code}`, {
          method: "POST",
          body: `dumped 3 tables\ntoken=abc ${code}`,
        });
      }
      await admin.reload();
      await seeHeading(admin, "Nightly dump");
      await admin.getByText("exit code 3", { exact: true }).waitFor();
      await admin.getByText("The job failed with exit code 3.").first().waitFor();
      await admin.getByText(/^Longest of 3 runs: /).waitFor();
      await lookAt(admin, "cron-runs");
      await admin
        .getByRole("button", { name: /^Show output from/ })
        .first()
        .click();
      const dialog = admin.getByRole("dialog");
      await dialog.getByText("dumped 3 tables").waitFor();
      expect(await dialog.innerText()).toContain("token=[redacted]");
      await lookAt(admin, "cron-printed");
      await dialog.getByRole("button", { name: "Close" }).click();
    });

    it("set the status of a manual monitor", async () => {
      await admin.goto("/admin/monitors/new");
      await seeHeading(admin, "Add a monitor");
      await chooseType(admin, "Manual status");
      await admin.getByText("Nothing to test").waitFor();
      expect(await admin.getByRole("heading", { name: "How often" }).count()).toBe(0);
      await admin.getByLabel("Name", { exact: true }).fill("Phone line");
      await lookAt(admin, "manual-form");
      await press(admin, "Add monitor");
      await seeHeading(admin, "Phone line");
      expect(await admin.getByRole("button", { name: "Check now" }).count()).toBe(0);
      await admin.getByText("Degraded", { exact: true }).click();
      await admin.getByLabel("Message").fill("Half the lines ".repeat(40));
      await press(admin, "Set status");
      await admin.getByText("Use at most 500 characters.").waitFor();
      await admin.getByLabel("Message").fill("Half the lines");
      await press(admin, "Set status");
      await admin.getByText("Phone line is now degraded.").waitFor();
      await admin.getByText("Half the lines", { exact: true }).first().waitFor();
      await lookAt(admin, "manual-status");
      await admin.reload();
      await expect
        .poll(async () => await admin.getByLabel("Degraded", { exact: true }).isChecked())
        .toBe(true);
    });

    it("clone a monitor in a form with its secrets masked, and export it with one click", async () => {
      const auth = { type: "bearer", bearer: { token: "a-secret-of-the-shop" } };
      const config = { url: "https://shop.example/", auth };
      const { id } = await call<Monitor>("POST", "/monitors", {
        name: "Shop",
        type: "https",
        config,
        paused: true,
      });
      await visit(admin, `/admin/monitors/${id}`);
      await seeHeading(admin, "Shop");
      const loading = admin.waitForEvent("download");
      await admin.getByRole("button", { name: "Export as YAML" }).click();
      const file = await loading;
      expect(file.suggestedFilename()).toBe("shop.yaml");
      await admin.getByRole("button", { name: "Clone" }).click();
      await seeHeading(admin, "Clone Shop");
      expect(await admin.getByLabel("Name", { exact: true }).inputValue()).toBe("Copy of Shop");
      expect(await admin.getByLabel("URL", { exact: true }).inputValue()).toBe("https://shop.example/");
      expect(await admin.content()).not.toContain("a-secret-of-the-shop");
      await lookAt(admin, "monitor-clone");
      await admin.getByLabel("URL", { exact: true }).fill("https://elsewhere.example/");
      await press(admin, "Add monitor");
      await admin.getByText("enter the secret again").first().waitFor();
      await admin.getByLabel("URL", { exact: true }).fill("https://shop.example/");
      await press(admin, "Add monitor");
      await seeHeading(admin, "Copy of Shop");
      const all = await call<Monitor[]>("GET", "/monitors");
      expect(all.filter(({ type }) => type === "https").map(({ name }) => name)).toEqual([
        "Copy of Shop",
        "Shop",
      ]);
    });

    it("check from several regions: selected and tested in the form, and shown on the monitor's page", async () => {
      await admin.goto("/admin/monitors/new");
      await seeHeading(admin, "Add a monitor");
      await admin.getByLabel("Name", { exact: true }).fill("Far shop");
      await admin.getByLabel("URL", { exact: true }).fill(target.origin);
      // A scheduled check would use up the one failure that "Check now" needs.
      await unfold(admin, "How often");
      await admin.getByLabel("Check every").fill("3600");
      await unfold(admin, "Confirm from several regions");
      await admin.getByLabel("Western Europe (weur)").check();
      await admin.getByLabel("Asia and Pacific (apac)").check();
      await admin.getByText("Out of 3, including home. Defaults to a majority: 2.").waitFor();
      failures = 1;
      await press(admin, "Test");
      const tried = admin.locator(".tried__one");
      await expect.poll(async () => await tried.count()).toBe(3);
      expect(await tried.getByText("Down", { exact: true }).count()).toBe(1);
      await admin.getByLabel("Regions that must agree").fill("4");
      await lookAt(admin, "places-form");
      await press(admin, "Add monitor");
      await admin.getByText("Use at most 3: the number of regions including home.").first().waitFor();
      await admin.getByLabel("Regions that must agree").fill("");
      await press(admin, "Add monitor");
      await seeHeading(admin, "Far shop");
      const places = admin.getByRole("region", { name: "Regions" });
      await places.getByText("No results yet").waitFor();
      await places.getByText("every region checks from this machine").waitFor();
      await expect.poll(async () => (await monitorNamed("Far shop")).currentStatus).toBe("up");
      failures = 1;
      await press(admin, "Check now");
      await places.getByRole("row", { name: /Home\s+Down/ }).waitFor();
      expect(await places.getByText("Up", { exact: true }).count()).toBe(2);
      await admin
        .getByText("Fails from home (Expected status 200, got 503), up from weur, apac")
        .first()
        .waitFor();
      await lookAt(admin, "places-split");
      await press(admin, "Check all regions");
      await admin.getByText("All regions checked.").waitFor();
      await expect.poll(async () => await places.getByText("Up", { exact: true }).count()).toBe(3);
      expect((await monitorNamed("Far shop")).currentStatus).toBe("up");
    });

    it("fill in a known provider's status page, and explain an unreadable one", async () => {
      await admin.goto("/admin/monitors/new");
      await seeHeading(admin, "Add a monitor");
      await chooseType(admin, "Provider status page");
      await admin.getByRole("heading", { name: "Which status page" }).waitFor();
      expect(await admin.getByLabel("Service", { exact: true }).locator("option").count()).toBe(61);
      await admin.getByLabel("Service", { exact: true }).selectOption("GitHub");
      expect(await admin.getByLabel("Name", { exact: true }).inputValue()).toBe("GitHub");
      expect(await admin.getByLabel("Status page", { exact: true }).inputValue()).toBe(
        "https://www.githubstatus.com",
      );
      expect(await admin.getByLabel("Format", { exact: true }).inputValue()).toBe("statuspage");
      await lookAt(admin, "status-page-form");
      await admin.getByLabel("Status page", { exact: true }).fill(target.origin);
      expect(await admin.getByLabel("Service", { exact: true }).inputValue()).toBe("");
      failures = 0;
      await press(admin, "Test");
      await admin.getByText("No data", { exact: true }).waitFor();
      await admin
        .getByText(/unknown: it has another format than the chosen one\.$/)
        .first()
        .waitFor();
      await press(admin, "Add monitor");
      await seeHeading(admin, "GitHub");
      await press(admin, "Check now");
      await admin
        .getByText(/so the state of the service is unknown/)
        .first()
        .waitFor();
      await lookAt(admin, "status-page-unknown");
    });

    it("check a domain once a day, and warn in the form about registries without an expiry date", async () => {
      await admin.goto("/admin/monitors/new");
      await seeHeading(admin, "Add a monitor");
      await chooseType(admin, "Domain registration");
      await admin.getByRole("heading", { name: "Which domain" }).waitFor();
      await admin.getByText("Every 1 d", { exact: false }).waitFor();
      await unfold(admin, "How often");
      const interval = admin.getByLabel("Check every");
      expect(await interval.inputValue()).toBe("86400");
      await admin.getByLabel("Domain", { exact: true }).fill("shop.example.de");
      await admin.getByText(/^The registry of \.de has no RDAP server/).waitFor();
      await lookAt(admin, "domain-form");
      await admin.getByLabel("Domain", { exact: true }).fill("example.com");
      expect(await admin.getByText(/^The registry of/).count()).toBe(0);
      await admin.getByLabel("Name", { exact: true }).fill("Our domain");
      await admin.getByLabel("Warn days").fill("60\n7");
      await interval.fill("60");
      await press(admin, "Add monitor");
      await admin.getByText("Use at least 3600 seconds").first().waitFor();
      await interval.fill("3600");
      await press(admin, "Add monitor");
      await seeHeading(admin, "Our domain");
      expect((await monitorNamed("Our domain")).config).toMatchObject({
        domain: "example.com",
        warnDays: [60, 7],
      });
      await admin.goto("/admin/monitors/new");
      await chooseType(admin, "Domain registration");
      await chooseType(admin, "HTTP(S)");
      await admin.getByText("Every 1 min").waitFor();
    });

    async function monitorNamed(name: string): Promise<Monitor> {
      const [monitor] = await call<Monitor[]>("GET", `/monitors?search=${encodeURIComponent(name)}`);
      if (!monitor) throw new Error(`no ${name}`);
      return monitor;
    }
  },
);
