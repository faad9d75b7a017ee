import type { Browser, Page } from "playwright-core";
import { afterAll, afterEach, expect } from "vitest";
import { endAtFault } from "../story.ts";
import { closePeople, openPerson, takeFaults } from "./chromium.ts";
import { seeHeading } from "./deeds.ts";
import type { Product } from "./product.ts";

export const ADMIN = { email: "ada@example.com", password: "correct horse battery" };

export async function openAdmin(browser: Browser, product: Product): Promise<Page> {
  const admin = await openPerson(browser, product.address);
  // Setting up Uptide signs the administrator in.
  const answer = await admin.request.post("/api/v1/setup/complete", { data: ADMIN, maxRetries: 2 });
  expect(answer.ok(), await answer.text()).toBe(true);
  await admin.goto("/admin");
  await seeHeading(admin, "Dashboard");
  return admin;
}

export async function openUser(
  admin: Page,
  { email, role, password = "a password of my own" }: { email: string; role: string; password?: string },
): Promise<Page> {
  const { origin } = new URL(admin.url());
  const person = await openPerson(admin.context().browser()!, origin);
  const send = async (by: Page, path: string, data: object) => {
    const response = await by.request.post(path, { headers: { Origin: origin }, maxRetries: 2, data });
    expect(response.ok(), await response.text()).toBe(true);
    return response;
  };
  const added = await send(admin, "/api/v1/admin/users", { email, role });
  const { temporaryPassword } = (await added.json()) as { temporaryPassword: string };
  await send(person, "/api/v1/auth/login", { email, password: temporaryPassword });
  await send(person, "/api/v1/auth/change-password", {
    currentPassword: temporaryPassword,
    newPassword: password,
  });
  return person;
}

export function endStories(productOf: () => Product | undefined): void {
  endAtFault();
  afterEach(() => {
    expect(takeFaults()).toEqual([]);
  });
  afterAll(async () => {
    await closePeople();
    await productOf()?.stop();
  });
}

type Call = <T = { id: number }>(method: string, path: string, body?: unknown) => Promise<T>;

export function makeCall(personOf: () => Page): Call {
  return async <T>(method: string, path: string, body?: unknown) => {
    const person = personOf();
    const response = await person.request.fetch(`/api/v1/admin${path}`, {
      method,
      headers: { Origin: new URL(person.url()).origin },
      maxRetries: 2,
      ...(body === undefined ? {} : { data: body }),
    });
    expect(response.ok(), await response.text()).toBe(true);
    return response.status() === 204 ? (undefined as T) : ((await response.json()) as T);
  };
}

/** Runs a check now instead of waiting for the interval. */
export async function checkNow(call: Call, name: string): Promise<void> {
  const found = await call<{ id: number; name: string }[]>(
    "GET",
    `/monitors?search=${encodeURIComponent(name)}`,
  );
  const monitor = found.find((one) => one.name === name);
  await call("POST", `/monitors/${monitor?.id}/check-now`);
}
