import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { hasChromium, launch, lookAt } from "./chromium.ts";
import { follow, press, seeHeading, visit } from "./deeds.ts";
import { endStories, openAdmin, openUser } from "./panel_fixture.ts";
import { type Product, startProduct } from "./product.ts";

const SHOP = `kind: Monitor
key: shop
name: Shop
type: tcp
intervalSecs: 3600
config:
  host: 127.0.0.1
  port: 9
notifications: [hook]
`;
const MANY = 60;
const HOOK = `kind: NotificationChannel
key: hook
name: Hook
type: webhook
config:
  url: https://hook.example/in
`;

describe.skipIf(!hasChromium)("configuration as documents, in Chromium", () => {
  let product: Product;
  let browser: Browser;
  let admin: Page;
  const files = mkdtempSync(join(tmpdir(), "uptide-documents-"));

  beforeAll(async () => {
    [product, browser] = await Promise.all([startProduct(), launch()]);
    admin = await openAdmin(browser, product);
  });

  endStories(() => product);

  afterAll(async () => {
    rmSync(files, { recursive: true, force: true });
  });

  const documents = () => admin.getByRole("textbox", { name: "Documents" });

  it("lists every problem with its path, and keeps the pasted text", async () => {
    await follow(admin, "Configuration");
    await seeHeading(admin, "Configuration");
    await lookAt(admin, "configuration");
    await press(admin, "Validate");
    await admin.getByText("Paste documents or choose a file first.").waitFor();
    await documents().fill(SHOP.replace("3600", "1"));
    await press(admin, "Validate");
    await admin.getByText("Monitor[shop].intervalSecs").waitFor();
    expect(await documents().inputValue()).toContain("intervalSecs: 1");
    await lookAt(admin, "configuration-problems");
    await documents().fill("kind: [");
    expect(await admin.getByText("Monitor[shop].intervalSecs").count()).toBe(0);
    await press(admin, "Validate");
    await admin.locator(".notice--bad").waitFor();
  });

  it("previews changes, and applies them after confirmation", async () => {
    writeFileSync(join(files, "all.yaml"), `${HOOK}---\n${SHOP}`);
    await admin.getByLabel("Choose a file").first().setInputFiles(join(files, "all.yaml"));
    await expect.poll(() => documents().inputValue()).toContain("key: hook");
    await press(admin, "Validate");
    await admin.getByRole("heading", { name: "Changes to apply" }).waitFor();
    await admin.getByRole("row", { name: "shop" }).getByText("Create").waitFor();
    await lookAt(admin, "configuration-changes");
    await press(admin, "Apply");
    const dialog = admin.getByRole("dialog", { name: "Apply these documents?" });
    await dialog.getByText("2 objects will be created").waitFor();
    await lookAt(admin, "configuration-confirm");
    await press(dialog, "Apply");
    await admin.getByRole("heading", { name: "Applied changes" }).waitFor();
    await press(admin, "Validate");
    await admin.getByText("Everything is up to date.").waitFor();
    await follow(admin, "Monitors");
    await admin.getByRole("link", { name: "Shop" }).waitFor();
  });

  it("exports documents that can be imported again, and shows only what changed", async () => {
    await visit(admin, "/admin/config?tab=export");
    await press(admin, "View");
    const exported = await documents().inputValue();
    expect(exported).toContain("key: shop");
    await lookAt(admin, "configuration-export");
    const [file] = await Promise.all([admin.waitForEvent("download"), press(admin, "Download")]);
    expect(file.suggestedFilename()).toBe("uptide.yaml");
    await admin.getByRole("tab", { name: "Import" }).click();
    await documents().fill(exported.replace("intervalSecs: 3600", "intervalSecs: 1800"));
    await press(admin, "Validate");
    const row = admin.getByRole("row", { name: "shop" });
    await row.getByText("Update").waitFor();
    await expect
      .poll(async () => (await row.getByRole("cell").nth(2).innerText()).split(/\s+/))
      .toEqual(["intervalSecs", "from", "3600", "to", "1800"]);
    await lookAt(admin, "configuration-difference");
    await admin.getByText("1 is unchanged", { exact: true }).first().waitFor();
  });

  it("keeps Apply visible, and counts each kind, for hundreds of documents", async () => {
    const many = Array.from({ length: MANY }, (_, n) =>
      SHOP.replace("key: shop", `key: many-${n}`)
        .replace("name: Shop", `name: Many ${n}`)
        .concat(`tags: [{ label: ${n % 3 === 0 ? "third" : "other"}, color: "#0b6672" }]\n`),
    );
    await documents().fill([HOOK.replace("key: hook", "key: horn"), ...many].join("---\n"));
    await press(admin, "Validate");
    await admin.getByText(`Monitor: ${MANY} new`).waitFor();
    await admin.getByText("Channel: 1 new").waitFor();
    expect(await admin.getByRole("row").filter({ visible: true }).count()).toBeLessThan(30);
    const heading = admin.getByRole("heading", { name: "Changes to apply" });
    await heading.evaluate((element) => element.scrollIntoView({ block: "center" }));
    const apply = admin.getByRole("button", { name: "Apply", exact: true });
    const box = await apply.boundingBox();
    expect(box && box.y + box.height).toBeLessThan(admin.viewportSize()?.height ?? 0);
    await lookAt(admin, "configuration-many");
    await apply.click();
    const confirm = admin.getByRole("dialog").getByRole("button", { name: "Apply" });
    expect(await confirm.getAttribute("class")).not.toContain("danger");
    await confirm.click();
    await admin.getByRole("heading", { name: "Applied changes" }).waitFor();
  });

  it("counts a channel's many monitors, and selects them by search and by tag", async () => {
    await visit(admin, "/admin/channels/new");
    const all = MANY + 1;
    const addAll = admin.getByRole("button", { name: "Add all current monitors" });
    const selected = admin.getByText(`${all} selected`);
    await addAll.waitFor();
    // The panel may still be loading what was just imported. The button stays until all are selected.
    await expect
      .poll(async () => {
        if (await addAll.isVisible()) await addAll.click();
        return await selected.count();
      })
      .toBe(1);
    const third = Math.ceil(MANY / 3);
    await admin.getByRole("button", { name: `third: ${third} of ${third}` }).click();
    await admin.getByText(`${all - third} selected`).waitFor();
    await admin.getByRole("button", { name: `third: 0 of ${third}` }).click();
    await selected.waitFor();
    const search = admin.getByRole("searchbox", { name: "Monitors: search selected" });
    await search.fill("Many 17");
    await search.press("Enter");
    await press(admin, "Remove Many 17");
    await admin.getByText(`${all - 1} selected`).waitFor();
    await lookAt(admin, "channel-many-monitors");
    await follow(admin, "Configuration");
    await press(admin.getByRole("dialog"), "Leave without saving");
    await seeHeading(admin, "Configuration");
  });

  it("exports the status page, and previews changes to it", async () => {
    await visit(admin, "/admin/config?tab=export");
    await admin
      .getByLabel("Include")
      .selectOption("Page and schedules: layout, branding, templates, languages, maintenance, on call");
    await press(admin, "View");
    const exported = await documents().inputValue();
    expect(exported).toContain("kind: Layout");
    await admin.getByRole("tab", { name: "Import" }).click();
    await documents().fill(exported.replace("siteName: Status Page", "siteName: Acme"));
    await press(admin, "Validate");
    const row = admin.getByRole("row", { name: "branding" });
    await row.getByText("Update").waitFor();
    const cell = row.getByRole("cell").nth(2);
    await expect.poll(async () => await cell.innerText()).toMatch(/^siteName[\s\S]*Acme/);
    await lookAt(admin, "configuration-page");
  });

  it("has an API reference with an example for every call", async () => {
    await follow(admin, "API");
    await press(admin.getByRole("dialog", { name: "Leave without saving?" }), "Leave without saving");
    await admin.getByRole("heading", { name: "Monitors", exact: true }).waitFor();
    await admin.getByRole("searchbox", { name: "Search" }).fill("post monitors runs immediately");
    await admin.getByText("2 endpoints", { exact: true }).waitFor();
    await admin.getByText("Create a monitor", { exact: true }).click();
    await admin.getByText(`curl -X POST "${product.address}/api/v1/admin/monitors"`).waitFor();
    await admin.getByText("1 to 200 characters").first().waitFor();
    await admin.getByRole("searchbox", { name: "Search" }).fill("no such call");
    await admin.getByRole("heading", { name: "No results" }).waitFor();
    const document = await admin.request.get("/api/v1/openapi.json", { maxRetries: 2 });
    expect((await document.json()).paths["/api/v1/admin/monitors"].post.summary).toBe("Create a monitor");
  });

  it("is available to an operator, without actions", async () => {
    const operator = await openUser(admin, { email: "oscar@example.com", role: "operator" });
    await operator.goto("/admin/config?tab=export");
    await operator.getByText("Actions aren't included").waitFor();
    const kinds = await operator.getByLabel("Include").locator("option").allTextContents();
    expect(kinds).toEqual([
      "Monitors and channels",
      "Page and schedules: layout, branding, templates, languages, maintenance, on call",
      "Everything",
      ...[
        "Monitors",
        "Channels",
        "Status page",
        "Layout",
        "Branding",
        "Page settings",
        "Incident templates",
        "Languages",
      ],
      "Scheduled maintenance",
      "On-call schedules",
    ]);
  });
});
