import { existsSync } from "node:fs";
import { join } from "node:path";
import type { Browser, Locator, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { NGINX } from "../system/tls_peer.ts";
import { type Bucket, startBucket } from "./bucket.ts";
import { hasChromium, launch, lookAt } from "./chromium.ts";
import { startCopyServer } from "./copy_server.ts";
import { follow, press, seeHeading } from "./deeds.ts";
import { endStories, makeCall, openAdmin } from "./panel_fixture.ts";
import { type OwnProduct, startProduct } from "./product.ts";

const SECRET = "a secret that nobody reads again";
const hasNginx = existsSync(NGINX) || process.env["CI"] === "true";

describe.skipIf(!hasChromium)("the static copy page of the panel, in Chromium", () => {
  let product: OwnProduct | undefined;
  let browser: Browser;
  let bucket: Bucket;
  let admin: Page;
  const call = makeCall(() => admin);

  beforeAll(async () => {
    const started = await Promise.all([startProduct(), launch(), startBucket()]);
    [product, browser, bucket] = started;
    admin = await openAdmin(browser, started[0]);
    const { id } = await call("POST", "/monitors", {
      name: "Shop",
      type: "webhook",
      config: {},
      intervalSecs: 3600,
    });
    const card = { id: "shop", type: "monitor", monitorId: id };
    await call("PUT", "/layout", { tree: { id: "root", type: "page", children: [card] } });
  });

  endStories(() => product);
  afterAll(async () => await bucket?.stop());

  const section = (name: string) =>
    admin.locator(".section", { has: admin.getByRole("heading", { name, exact: true }) });
  const state = () => section("Status").locator(".badge");

  it("fills in a provider's defaults, and asks only for what it needs", async () => {
    await follow(admin, "Static copy");
    await seeHeading(admin, "Static copy");
    await expect.poll(() => state().innerText()).toBe("Off");
    await lookAt(admin, "static-copy-off");
    await admin.getByLabel("Storage").selectOption("DigitalOcean Spaces");
    expect(await admin.getByLabel("Endpoint").inputValue()).toBe("https://nyc3.digitaloceanspaces.com");
    await admin.getByLabel("Region").fill("fra1");
    expect(await admin.getByLabel("Endpoint").inputValue()).toBe("https://fra1.digitaloceanspaces.com");
    await admin.getByLabel("Storage").selectOption("Cloudflare R2");
    expect(await admin.getByLabel("Region").inputValue()).toBe("auto");
    await admin.getByLabel("Storage").selectOption("R2 bucket of this Worker");
    await admin.getByText("bound as MIRROR_BUCKET").waitFor();
    for (const label of ["Bucket", "Region", "Endpoint", "Access key ID", "Secret access key"])
      expect([label, await admin.getByLabel(label, { exact: true }).count()]).toEqual([label, 0]);
  });

  it("checks access to the bucket before saving, and shows the storage's error", async () => {
    await admin.getByLabel("Storage").selectOption("MinIO");
    await admin.getByLabel("Bucket", { exact: true }).fill(bucket.name);
    await admin.getByLabel("Endpoint").fill(bucket.endpoint);
    await admin.getByLabel("Access key ID").fill("writer");
    await admin.getByLabel("Secret access key", { exact: true }).fill(SECRET);
    bucket.refusal = { status: 403, code: "AccessDenied" };
    await press(admin, "Check access");
    const notice = section("Access").locator(".notice");
    await notice.getByText("Uptide can't write to the bucket").waitFor();
    expect(await notice.innerText()).toMatch(/403.*AccessDenied/s);
    expect(await notice.innerText()).not.toContain(SECRET);
    bucket.refusal = null;
    await press(admin, "Check access");
    await notice.getByText("Uptide can write to the bucket.").waitFor();
    expect(await section("Least permission").locator("pre").innerText()).toContain(
      `arn:aws:s3:::${bucket.name}/*`,
    );
    expect((await call<{ bucket: string }>("GET", "/static-mirror")).bucket).toBe("");
  });

  it("keeps typed text during a refresh, saves, and pushes", async () => {
    await admin.getByLabel("Other").check();
    await admin.getByLabel("Seconds").fill("59");
    await admin.getByLabel("Keep a static copy").check();
    await press(admin, "Save");
    await admin.getByText("Use 60 to 86400 seconds.").waitFor();
    await admin.getByLabel("1 minute").check();
    await press(admin, "Save");
    await admin.getByText("Static copy settings saved.").waitFor();
    await expect.poll(() => state().innerText()).toBe("Up to date");
    const rows = section("Pushes").locator("tbody tr");
    await expect.poll(() => rows.count()).toBe(1);
    expect(existsSync(join(bucket.folder, "index.html"))).toBe(true);
    await press(admin, "Push now");
    await section("Pushes").getByText("The copy is up to date.").waitFor();
    await expect.poll(() => rows.count()).toBe(2);
    await lookAt(admin, "static-copy-on");
  });

  it("never shows the secret again, and keeps it when the mask is sent back", async () => {
    await admin.reload();
    const secret = admin.getByLabel("Secret access key", { exact: true });
    expect(await secret.inputValue()).toMatch(/^•+/);
    await admin.getByLabel("15 minutes").check();
    await press(admin, "Save");
    await admin.getByText("Static copy settings saved.").waitFor();
    await press(admin, "Check access");
    await section("Access").getByText("Uptide can write to the bucket.").waitFor();
    expect(JSON.stringify(await call("GET", "/static-mirror"))).not.toContain(SECRET);
  });

  it("reports a failed push, and a failing copy", async () => {
    bucket.refusal = { status: 403, code: "AccessDenied" };
    await press(admin, "Push now");
    await section("Pushes").getByText("Push failed").waitFor();
    await expect.poll(() => state().innerText()).toBe("Failing");
    expect(await section("Status").innerText()).toMatch(/403/);
    await lookAt(admin, "static-copy-failing");
    await admin.setViewportSize({ width: 390, height: 780 });
    const result = section("Pushes").locator("td", { hasText: "403" });
    const leftOf = async (line: Locator) => (await line.boundingBox())?.x;
    expect(await leftOf(result.locator("p"))).toBe(await leftOf(result.locator(".badge")));
    await admin.setViewportSize({ width: 1280, height: 860 });
    await follow(admin, "System health");
    await admin.locator(".tile", { hasText: "Static copy" }).getByText("Failing").waitFor();
    await admin.goBack();
    bucket.refusal = null;
    await press(admin, "Push now");
    await expect.poll(() => state().innerText()).toBe("Up to date");
  });

  it("explains that a private page can't have a copy, from either page", async () => {
    await follow(admin, "Page access");
    await admin.getByLabel("Private").check();
    await press(admin, "Save");
    await admin
      .getByRole("alert")
      .getByText(/copy|mirror/i)
      .first()
      .waitFor();
    await admin.getByLabel("Public").check();
    await follow(admin, "Static copy");
    bucket.refusal = { status: 403, code: "AccessDenied" };
    await admin.getByLabel("Keep a static copy").uncheck();
    await press(admin, "Save");
    await expect.poll(() => state().innerText()).toBe("Off");
    await section("Status").getByText("left to delete from the bucket").waitFor();
    await section("Status").getByText("s3:DeleteObject").waitFor();
    await lookAt(admin, "static-copy-removing");
    bucket.refusal = null;
    await call("PUT", "/static-mirror", { enabled: false });
    await section("Status").getByText("Nothing is uploaded.").waitFor();
    await call("PUT", "/status-page-access", {
      private: true,
      ssoCreateViewers: false,
      ssoViewerDomains: [],
    });
    await admin.getByLabel("Keep a static copy").check();
    await press(admin, "Save");
    await admin
      .getByText(/private/i)
      .nth(1)
      .waitFor();
    await call("PUT", "/status-page-access", {
      private: false,
      ssoCreateViewers: false,
      ssoViewerDomains: [],
    });
  });

  it.skipIf(!hasNginx)("has pushed a copy that works while Uptide is stopped", async () => {
    // An open panel would report the lost connection.
    await admin.goto("about:blank");
    await product?.stop();
    product = undefined;
    const server = await startCopyServer(bucket.folder, { block: "alone" });
    const context = await browser.newContext({ ignoreHTTPSErrors: true });
    const visitor = await context.newPage();
    const faults: string[] = [];
    visitor.on("console", (message) => message.type() === "error" && faults.push(message.text()));
    await visitor.goto(server.address);
    await visitor.getByText("This is a copy of the status page").waitFor();
    await visitor.locator('[data-monitor="1"]').getByText("Shop").waitFor();
    expect(faults).toEqual([]);
    await context.close();
    await server.stop();
  });
});
