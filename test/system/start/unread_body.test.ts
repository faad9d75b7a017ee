import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Product, startProduct } from "./product.ts";

let product: Product;

beforeAll(async () => {
  product = await startProduct();
});

afterAll(async () => await product.stop());

async function statusesOf(path: string, init: RequestInit, times = 60): Promise<unknown[]> {
  const statuses = new Set<unknown>();
  for (let i = 0; i < times; i++) {
    const answer = await fetch(product.address + path, init).catch((error: Error) => String(error.cause));
    statuses.add(typeof answer === "string" ? answer : answer.status);
    if (typeof answer !== "string") await answer.arrayBuffer();
  }
  return [...statuses];
}

describe("an unread body", () => {
  const body = "x".repeat(3_000_000);

  it("does not prevent the response", async () => {
    const headers = { "Content-Type": "application/json" };
    const large = { method: "POST", body, headers };
    const small = { method: "PUT", body: "{}", headers };
    expect(await statusesOf("/api/v1/nowhere", large)).toEqual([404]);
    expect(await statusesOf("/api/v1/admin/layout", small)).toEqual([401]);
    // The limit is ten sign-ins in a quarter of an hour.
    expect(await statusesOf("/api/v1/auth/login", large, 8)).toEqual([413]);
  });
});
