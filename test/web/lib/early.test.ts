import { createServer, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { beginEarly, dropEarly, fetchEarly } from "../../../web/lib/early.ts";

describe("requests sent before their code is loaded", () => {
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

  it("are sent once, and only the first caller gets the response", async () => {
    beginEarly(at("/list?a=1"));
    expect(await textOf("/list?a=1")).toBe("answer 1 to /list?a=1");
    expect(asked).toEqual(["GET /list?a=1"]);
    expect(await textOf("/list?a=1")).toBe("answer 2 to /list?a=1");
  });

  it("are not used for another address or method", async () => {
    beginEarly(at("/list"));
    await textOf("/list?b=2");
    await textOf("/list", { method: "POST" });
    expect(asked.toSorted()).toEqual(["GET /list", "GET /list?b=2", "POST /list"]);
  });

  it("are sent again after an error response or a lost connection", async () => {
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

  it("are aborted and dropped before the next user", async () => {
    answer = (response) => void response.write("of somebody else");
    beginEarly(at("/list"));
    await expect.poll(() => asked.length).toBe(1);
    dropEarly();
    await expect.poll(() => gone).toEqual(["/list"]);
    answer = (response) => void response.end("mine");
    expect(await textOf("/list")).toBe("mine");
  });

  it("are aborted when the caller cancels, even after the first bytes", async () => {
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
