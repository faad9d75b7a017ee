import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Product, startProduct } from "./product.ts";

const TIMES = 60;
let product: Product;

beforeAll(async () => {
  product = await startProduct();
});

afterAll(async () => await product.stop());

async function statusesOf(path: string, init: RequestInit): Promise<unknown[]> {
  const statuses = new Set<unknown>();
  for (let i = 0; i < TIMES; i++) {
    const answer = await fetch(product.address + path, init).catch((error: Error) => String(error.cause));
    statuses.add(typeof answer === "string" ? answer : answer.status);
    if (typeof answer !== "string") await answer.arrayBuffer();
  }
  return [...statuses];
}

describe("a body that nobody reads", () => {
  const body = "x".repeat(3_000_000);

  it("does not keep the client from its answer", async () => {
    const json = { "Content-Type": "application/json" };
    expect(await statusesOf("/api/v1/nowhere", { method: "POST", body, headers: json })).toEqual([404]);
    expect(await statusesOf("/api/v1/admin/layout", { method: "PUT", body: "{}", headers: json })).toEqual([
      401,
    ]);
    expect(await statusesOf("/api/v1/setup/complete", { method: "POST", body, headers: json })).toEqual([
      413,
    ]);
  });
});
