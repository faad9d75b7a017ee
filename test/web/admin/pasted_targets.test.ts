import { describe, expect, it } from "vitest";
import { readPasted } from "../../../web/admin/monitor/form/paste/pasted.ts";

const typesAndNames = (content: string, type = "https") =>
  readPasted(content, type).map((target) => [target.type, target.name]);
const curl = (command: string) => readPasted(command, "https")[0]?.config;

describe("several pasted targets", () => {
  it("are split at lines, spaces, commas and semicolons, without duplicates", () => {
    expect(typesAndNames("https://a.example\nhttps://www.b.example/x, c.example; https://a.example")).toEqual(
      [
        ["https", "a.example"],
        ["https", "b.example"],
        ["https", "c.example"],
      ],
    );
  });

  it("can be hosts with a port, or hosts of the selected type", () => {
    expect(readPasted("db.example:5432 10.0.0.1:22", "https").map(({ config }) => config)).toEqual([
      { host: "db.example", port: 5432 },
      { host: "10.0.0.1", port: 22 },
    ]);
    expect(typesAndNames("a.example b.example", "ping").map(([type]) => type)).toEqual(["ping", "ping"]);
    expect(readPasted("a.example b.example", "dns")[1]?.config).toEqual({ hostname: "b.example" });
  });

  it("can be connection URLs among others, which are not named after their passwords", () => {
    expect(
      typesAndNames("https://a.example postgres://app:secret@db.example:5433/shop redis://cache.example"),
    ).toEqual([
      ["https", "a.example"],
      ["postgresql", "db.example:5433"],
      ["redis", "cache.example"],
    ]);
  });

  it("on the same host have their paths in their names", () => {
    expect(typesAndNames("https://a.example/ https://a.example/pay?x=1").map(([, name]) => name)).toEqual([
      "a.example",
      "a.example/pay?x=1",
    ]);
  });

  it("are not found in a single address, a sentence or overlong text", () => {
    for (const other of [
      "",
      "https://a.example",
      "see https://a.example and b",
      "a.example ".repeat(20_000),
      "curl 'https://a.example",
    ])
      expect(readPasted(other, "https"), other.slice(0, 40)).toEqual([]);
  });
});

describe("a pasted connection URL", () => {
  const read = (address: string, type = "https") => readPasted(address, type)[0];

  it("chooses the type and fills in host, account, database and TLS", () => {
    expect(read("postgres://app:s%40cret@db.example:5433/shop?sslmode=require")).toMatchObject({
      type: "postgresql",
      config: {
        host: "db.example",
        port: 5433,
        user: "app",
        password: "s@cret",
        database: "shop",
        tls: "verify-none",
      },
    });
    expect(read("rediss://:secret@cache.example/2")).toMatchObject({
      type: "redis",
      config: { host: "cache.example", password: "secret", database: 2, tls: "on" },
    });
    expect(read("amqp://guest:guest@queue.example/%2Forders")?.config).toMatchObject({ vhost: "/orders" });
    expect(read("ldaps://directory.example")?.config).toMatchObject({ port: 636, tls: "on" });
    expect(read("smtps://mail.example")?.config).toEqual({ host: "mail.example", security: "tls" });
    expect(read("tcp://10.0.0.1:22")).toMatchObject({ type: "tcp", config: { host: "10.0.0.1", port: 22 } });
    expect(read("wss://a.example/live")).toMatchObject({
      type: "websocket",
      config: { url: "wss://a.example/live" },
    });
  });

  it("is pasted as it is where its field takes an address, or where the protocol is unknown", () => {
    expect(read("wss://a.example/live", "websocket")).toBeUndefined();
    expect(read("redis://cache.example", "redis")?.config).toEqual({ host: "cache.example" });
    for (const other of ["gopher://a.example", "tcp://a.example", "constructor://a.example", "redis://"])
      expect(read(other), other).toBeUndefined();
  });
});

describe("a pasted curl command", () => {
  it("provides method, headers, body and credentials, whatever its quoting and line breaks", () => {
    const command = `$ curl -sSL 'https://api.example/v1' \\
      -H 'Accept: application/json' --header="X-Team: it's" \\
      -u user:pa:ss -d '{"a": "b\\n"}' --max-time 5 -o /dev/null`;
    expect(curl(command)).toEqual({
      url: "https://api.example/v1",
      method: "POST",
      headers: {
        Accept: "application/json",
        "X-Team": "it's",
        "Content-Type": "application/x-www-form-urlencoded",
      },
      body: '{"a": "b\\n"}',
      auth: { type: "basic", basic: { username: "user", password: "pa:ss" } },
      followRedirects: true,
    });
  });

  it("follows redirects only with the option, and uses http if there is no protocol", () => {
    expect(curl("curl -I a.example")).toMatchObject({
      url: "http://a.example",
      method: "HEAD",
      followRedirects: false,
    });
    expect(curl("curl -XPUT --json $'{\\n}' https://a.example")).toMatchObject({
      method: "PUT",
      body: "{\n}",
      headers: { "Content-Type": "application/json", Accept: "application/json" },
    });
    expect(curl("curl -G -d q=1 -d r=2 https://a.example/find")).toMatchObject({
      url: "https://a.example/find?q=1&r=2",
      method: "GET",
      body: "",
    });
  });

  it("can be one of several", () => {
    expect(typesAndNames("curl https://a.example/x\ncurl -I https://b.example")).toEqual([
      ["https", "a.example"],
      ["https", "b.example"],
    ]);
    expect(readPasted("curl https://a.example\nrm -rf /", "https")).toEqual([]);
  });
});
