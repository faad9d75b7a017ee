import type { Locator, Page } from "playwright-core";
import { expect } from "vitest";
import type { FakeSmtp } from "../system/fake_smtp.ts";

export const dialogOf = (page: Page): Locator => page.getByRole("dialog");

export async function openDialog(page: Page, { path = "/", name = "Subscribe" } = {}): Promise<void> {
  await page.goto(path);
  await page.locator("footer").waitFor();
  await page.locator("[data-js] nav").getByRole("link", { name }).click();
  await dialogOf(page).waitFor();
}

/** The server accepts each email as it is sent. */
export function mailsTo(smtp: FakeSmtp, email: string): string[] {
  const mails = smtp.received.clear.split(/MAIL FROM/).filter((mail) => mail.includes(`RCPT TO:<${email}>`));
  return mails.map((mail) => mail.replace(/=\r\n/g, ""));
}

export function tokensTo(smtp: FakeSmtp, email: string): string[] {
  return mailsTo(smtp, email).flatMap((mail) => /#subscription=(?:3D)?([\w-]{43})/.exec(mail)?.[1] ?? []);
}

export async function tokenTo(smtp: FakeSmtp, email: string, at: number): Promise<string> {
  await expect.poll(() => tokensTo(smtp, email).length).toBeGreaterThan(at);
  return tokensTo(smtp, email)[at] ?? "";
}

export async function followLink(page: Page, token: string): Promise<void> {
  await page.goto("about:blank");
  await page.goto(`/#subscription=${token}`);
}

/** Hides the page from its scripts, as another tab in front would. */
export const setHidden = (page: Page, hidden: boolean) =>
  page.evaluate((value) => {
    Object.defineProperty(document, "hidden", { value, configurable: true });
    document.dispatchEvent(new Event("visibilitychange"));
  }, hidden);
