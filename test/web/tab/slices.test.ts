import { createServer, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { requestSlices } from "../../../web/lib/api.ts";

let http: Server;
let respond: (response: ServerResponse) => void;

beforeEach(async () => {
  http = createServer((_, response) => respond(response));
  await new Promise<void>((resolve) => http.listen(0, "127.0.0.1", resolve));
  const origin = `http://127.0.0.1:${(http.address() as AddressInfo).port}`;
  vi.stubGlobal("window", { location: { origin } });
});

afterEach(async () => {
  vi.unstubAllGlobals();
  http.closeAllConnections();
  await new Promise((resolve) => http.close(resolve));
});

const read = () => requestSlices<object>("/list", {});

it("yields the objects of a line before the next line is sent", async () => {
  const sent = Promise.withResolvers<ServerResponse>();
  respond = (response) => {
    response.write('[{"id":1},{"id":2}\n');
    sent.resolve(response);
  };
  const slices = read();
  expect((await slices.next()).value).toEqual([{ id: 1 }, { id: 2 }]);
  (await sent.promise).end(',{"id":3}]');
  expect(await Array.fromAsync(slices)).toEqual([[{ id: 3 }]]);
});

it("joins lines and characters that arrive in parts", async () => {
  const bytes = Buffer.from('[{"name":"Łódź {1}"},\n{"name":"a]"},\n]');
  respond = async (response) => {
    for (const byte of bytes) await new Promise((resolve) => response.write(Buffer.of(byte), resolve));
    response.end();
  };
  expect((await Array.fromAsync(read())).flat()).toEqual([{ name: "Łódź {1}" }, { name: "a]" }]);
});

it("yields no objects of an empty list", async () => {
  respond = (response) => response.end("[]");
  expect((await Array.fromAsync(read())).flat()).toEqual([]);
});

it.each([
  ["ends early", (response: ServerResponse) => response.end('[{"id":1},\n')],
  ["ends after a list", (response: ServerResponse) => response.end('[{"id":1},{"id":2,"dependsOnIds":[1]')],
  ["is cut off", (response: ServerResponse) => response.write('[{"id":1},\n', () => response.destroy())],
  ["isn't JSON", (response: ServerResponse) => response.end('[{"id":1},\n{"id":2;}]')],
])("rejects a response that %s", async (_, send) => {
  respond = send;
  await expect(Array.fromAsync(read())).rejects.toMatchObject({ name: "ApiError", status: 200 });
});
