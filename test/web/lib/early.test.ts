import { createServer, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { beginEarly, dropEarly, fetchEarly } from "../../../web/lib/early.ts";

describe("what is asked for before the code is here that wants it", () => {
  let http: Server;
  let address: string;
  let asked: string[];
  let gone: string[];
  let answer: (response: ServerResponse, path: string) => void;

  beforeEach(async () => {
    [asked, gone] = [[], []];
    answer = (response, path) => response.end(`answer ${asked.length} to ${path}`);
    http = createServer(({ method, url = "" }, response) => {
      asked.push(`${method} ${url}`);
      response.on("close", () => response.writableEnded || gone.push(url));
      answer(response, url);
    });
    await new Promise<void>((resolve) => http.listen(0, "127.0.0.1", resolve));
    address = `http://127.0.0.1:${(http.address() as AddressInfo).port}`;
  });

  afterEach(async () => {
    dropEarly();
    http.closeAllConnections();
    await new Promise((resolve) => http.close(resolve));
  });

  const at = (path: string) => new URL(path, address);
  const textOf = async (path: string, init: RequestInit = {}) =>
    await (await fetchEarly(at(path), init)).text();

  it("is asked for once, and answers the first who wants it and nobody after", async () => {
    beginEarly(at("/list?a=1"));
    expect(await textOf("/list?a=1")).toBe("answer 1 to /list?a=1");
    expect(asked).toEqual(["GET /list?a=1"]);
    expect(await textOf("/list?a=1")).toBe("answer 2 to /list?a=1");
  });

  it("is no answer to another address or another deed", async () => {
    beginEarly(at("/list"));
    await textOf("/list?b=2");
    await textOf("/list", { method: "POST" });
    expect(asked.toSorted()).toEqual(["GET /list", "GET /list?b=2", "POST /list"]);
  });

  it("is asked for again where it was refused, or never reached the server", async () => {
    answer = (response) => {
      if (asked.length === 1) response.writeHead(401);
      if (asked.length === 2) response.destroy();
      else response.end("signed in");
    };
    beginEarly(at("/list"));
    await expect.poll(() => asked.length).toBe(1);
    beginEarly(at("/other"));
    await expect.poll(() => asked.length).toBe(2);
    answer = (response) => void response.end("signed in");
    expect(await textOf("/list")).toBe("signed in");
    expect(await textOf("/other")).toBe("signed in");
  });

  it("is not kept for whoever signs in next, and ends at the server", async () => {
    answer = (response) => void response.write("of somebody else");
    beginEarly(at("/list"));
    await expect.poll(() => asked.length).toBe(1);
    dropEarly();
    await expect.poll(() => gone).toEqual(["/list"]);
    answer = (response) => void response.end("mine");
    expect(await textOf("/list")).toBe("mine");
  });

  it("ends when who took it calls it off, be it after the first bytes", async () => {
    answer = (response) => void response.write("the first");
    beginEarly(at("/events"));
    const controller = new AbortController();
    const { body } = await fetchEarly(at("/events"), { signal: controller.signal });
    const reader = body!.getReader();
    expect(new TextDecoder().decode((await reader.read()).value)).toBe("the first");
    controller.abort();
    await expect(reader.read()).rejects.toThrow();
    await expect.poll(() => gone).toEqual(["/events"]);
  });
});
