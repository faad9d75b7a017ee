import { readFile } from "node:fs/promises";
import type { Browser, Page } from "playwright-core";
import { beforeAll, describe, expect, it } from "vitest";
import { hasChromium, launch, lookAt } from "./chromium.ts";
import { follow, press, seeHeading } from "./deeds.ts";
import { ADMIN, endStories, makeCall, openAdmin } from "./panel_fixture.ts";
import { type OwnProduct, startProduct } from "./product.ts";

const PASSPHRASE = "open sesame";

describe.skipIf(!hasChromium)("the backups page of the panel, in Chromium", () => {
  let product: OwnProduct | undefined;
  let browser: Browser;
  let admin: Page;
  const call = makeCall(() => admin);

  beforeAll(async () => {
    const [started, opened] = await Promise.all([startProduct(), launch()]);
    [product, browser] = [started, opened];
    admin = await openAdmin(browser, started);
    await call("POST", "/monitors", { name: "Shop", type: "webhook", config: {}, intervalSecs: 3600 });
  });

  endStories(() => product);

  const dialog = () => admin.getByRole("dialog");
  const rows = () => admin.getByRole("table", { name: "Backups" }).locator("tbody tr");
  const choose = async (item: string) => {
    await rows().first().locator("[aria-haspopup=menu]").click();
    await admin.getByRole("menuitem", { name: item }).click();
  };

  it("explains backups while there are none, and makes one", async () => {
    await follow(admin, "Backups");
    await seeHeading(admin, "Backups");
    await admin.getByText("No backups yet").waitFor();
    await press(admin, "Back up now");
    await press(dialog(), "Generate");
    const field = dialog().getByLabel("Passphrase", { exact: true });
    expect(await field.inputValue()).toMatch(/^(?:[a-z2-9]{5}-){4}[a-z2-9]{5}$/);
    await field.fill("short");
    await press(dialog(), "Back up now");
    await dialog().getByText("Use at least 8 characters").waitFor();
    await lookAt(admin, "backups-new");
    await field.fill(PASSPHRASE);
    await press(dialog(), "Back up now");
    await dialog().getByText("Enter your current password.").first().waitFor();
    await dialog().getByLabel("Current password").fill("not hers");
    await press(dialog(), "Back up now");
    await dialog().getByText("The current password is wrong.").first().waitFor();
    await lookAt(admin, "backups-unconfirmed");
    await dialog().getByLabel("Current password").fill(ADMIN.password);
    await press(dialog(), "Back up now");
    await admin.getByText("Backup complete.").waitFor();
    await expect.poll(() => rows().count()).toBe(1);
    const row = await rows().first().innerText();
    expect(row).toMatch(/backup-\d{4}-\d\d-\d\d.*\.uptide/);
    for (const part of ["Manual", "Done", "Passphrase", "kB"]) expect(row).toContain(part);
  });

  it("saves a schedule, and shows the next backup", async () => {
    await admin.getByText("Every day").click();
    await admin.getByLabel("Hour (UTC)").fill("25");
    await press(admin, "Save");
    await admin.getByText("Use 0 to 23 hours.").waitFor();
    await admin.getByLabel("Hour (UTC)").fill("4");
    await admin.getByLabel("Backups to keep").fill("3");
    await press(admin, "Save");
    await admin.getByText("Schedule saved.").waitFor();
    await expect.poll(() => admin.locator(".facts").innerText()).not.toContain("not scheduled");
    await lookAt(admin, "backups");
    await admin.reload();
    await expect.poll(() => admin.getByLabel("Hour (UTC)").inputValue()).toBe("4");
  });

  it("asks for the passphrase of a file that came into the bucket without a description", async () => {
    const placed = {
      name: "old.uptide",
      size: 1,
      createdAt: 1,
      encryptedWith: "secret_key",
      schemaVersion: "",
      origin: "manual",
    };
    await admin.route("**/api/v1/admin/backups", async (route) => {
      await route.fulfill({ json: [{ ...placed, state: "done", progress: 100, error: null }] });
    });
    await admin.reload();
    await rows().getByText("old.uptide").waitFor();
    await choose("Restore");
    await dialog().getByText("Leave empty if the backup is encrypted with SECRET_KEY.").waitFor();
    await dialog().getByLabel("Passphrase", { exact: true }).waitFor();
    await admin.unrouteAll({ behavior: "wait" });
    await admin.reload();
    await rows().getByText("backup-").waitFor();
  });

  it("downloads a backup, and restores it after the host name and passphrase are typed", async () => {
    const downloading = admin.waitForEvent("download");
    await choose("Download");
    const download = await downloading;
    const path = await download.path();
    expect((await readFile(path)).subarray(0, 7).toString()).toBe("UPTIDEB");
    await call("POST", "/monitors", { name: "Later", type: "webhook", config: {}, intervalSecs: 3600 });

    await press(admin, "Restore from file");
    await dialog().getByText("All sessions end").waitFor();
    await press(dialog(), "Restore everything");
    await dialog().getByText("Type exactly").waitFor();
    const { host } = new URL(admin.url());
    await dialog().getByLabel(`Type ${host} to confirm`).fill(host);
    await press(dialog(), "Restore everything");
    await dialog().getByText("Choose a backup file.").waitFor();
    await dialog().getByLabel("File", { exact: true }).setInputFiles(path);
    await dialog().getByLabel("Passphrase", { exact: true }).fill("open barley");
    await dialog().getByLabel("Current password").fill(ADMIN.password);
    await press(dialog(), "Restore everything");
    await dialog().getByText("passphrase is wrong").first().waitFor();
    await lookAt(admin, "backups-restore");
    await dialog().getByLabel("Passphrase", { exact: true }).fill(PASSPHRASE);
    await press(dialog(), "Restore everything");
    await admin.getByText("Sign in again").first().waitFor();
  });
});
