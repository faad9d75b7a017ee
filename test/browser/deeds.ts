import { Secret, TOTP } from "otpauth";
import type { Page } from "playwright-core";
import type { Product } from "./product.ts";

export async function seeHeading(page: Page, name: string): Promise<void> {
  await page.getByRole("heading", { level: 1, name, exact: true }).waitFor();
}

export async function press(scope: Pick<Page, "getByRole">, name: string | RegExp): Promise<void> {
  await scope.getByRole("button", { name, exact: true }).click();
}

export async function chooseType(page: Page, label: string): Promise<void> {
  const tiles = page.getByRole("group", { name: "Type", exact: true });
  await tiles.waitFor();
  const tile = tiles.getByRole("radio", { name: label, exact: true });
  if ((await tile.count()) > 0) await tile.check();
  else await page.getByLabel("More types", { exact: true }).selectOption({ label });
}

export async function follow(page: Page, name: string): Promise<void> {
  const links = page.getByRole("navigation").getByRole("link");
  await links.first().waitFor();
  const link = page.getByRole("navigation").getByRole("link", { name, exact: true });
  if (!(await link.isVisible())) await unfoldNavigation(page);
  await link.click();
}

export async function unfoldNavigation(page: Page): Promise<void> {
  const folded = page.getByRole("navigation", { name: "Panel" }).locator("button[aria-expanded=false]");
  while ((await folded.count()) > 0) await folded.first().click();
}

/** Navigates as a link in the page would, without loading the panel again. */
export async function visit(page: Page, path: string): Promise<void> {
  if (page.url() === new URL(path, page.url()).href) return void (await page.reload());
  await page.evaluate((to) => {
    const link = document.body.appendChild(document.createElement("a"));
    link.href = to;
    link.click();
    link.remove();
  }, path);
}

export async function setUp({ address }: Product, admin: { email: string; password: string }): Promise<void> {
  const headers = { "Content-Type": "application/json" };
  await fetch(`${address}/api/v1/setup/complete`, { method: "POST", headers, body: JSON.stringify(admin) });
}

export async function signIn(
  page: Page,
  { email, password }: { email: string; password: string },
): Promise<void> {
  await page.getByLabel("Email address").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await press(page, "Sign in");
}

export async function signOut(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Your account" }).click();
  await page.getByRole("menuitem", { name: "Sign out" }).click();
  await seeHeading(page, "Sign in");
}

export async function addUser(
  admin: Page,
  email: string,
  role: string,
  look = async () => {},
): Promise<string> {
  await admin.goto("/admin/users");
  await press(admin, "Add user");
  await admin.getByLabel("Email address").fill(email);
  await admin.getByLabel(role).check();
  // The choice appears once the instance can send mail.
  const byPassword = admin.getByRole("radio", { name: "Temporary password" });
  if (await byPassword.isVisible()) await byPassword.check();
  await press(admin.getByRole("dialog"), "Add user");
  const password = await admin.getByRole("textbox", { name: "Temporary password" }).inputValue();
  await look();
  await press(admin, "Done");
  return password;
}

export async function replacePassword(page: Page, temporary: string, next: string): Promise<void> {
  await page.getByLabel("New password").waitFor();
  // The form doesn't ask for a password just used to sign in.
  const temporaryField = page.getByLabel("Temporary password");
  if (await temporaryField.isVisible()) await temporaryField.fill(temporary);
  await page.getByLabel("New password").fill(next);
  await press(page, "Save and continue");
  // Leaving before the response would cancel the request.
  await page.getByLabel("New password").waitFor({ state: "detached" });
}

export function codeOf(secret: string, timestamp: number): string {
  return new TOTP({ secret: Secret.fromBase32(secret), period: 30 }).generate({ timestamp });
}

export async function focused(page: Page): Promise<string> {
  return await page.evaluate(() => (document.activeElement as HTMLElement | null)?.innerText ?? "");
}

export async function unfold(page: Page, ...titles: string[]): Promise<void> {
  for (const title of titles)
    await page
      .locator("summary")
      .filter({ has: page.getByRole("heading", { name: title }) })
      .click();
}
