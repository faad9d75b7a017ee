import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { ALL } from "../../web/admin/text/pl/all.ts";
import { PROBLEMS } from "../../web/admin/text/pl/problems.ts";
import { SERVED } from "../../web/admin/text/pl/served.ts";
import { putTranslation } from "../../web/lib/translation.ts";
import { findTextProblems, listServedTexts } from "./panel_texts.ts";

const WEB = resolve(import.meta.dirname, "../../web");
const SOURCE = resolve(import.meta.dirname, "../../src");
const TEXTS = join(WEB, "admin/text");

const ENGLISH: Readonly<Record<string, string>> = {
  lib: join(WEB, "lib/text.ts"),
  ui: join(WEB, "ui/text.ts"),
  ...Object.fromEntries(
    readdirSync(TEXTS)
      .filter((file) => file.endsWith(".ts") && file !== "translate.ts")
      .map((file) => [file.slice(0, -3), join(TEXTS, file)]),
  ),
};

const AS_IT_IS = new Set([
  ...[
    "HTTP(S)",
    "URL",
    "GET",
    "HEAD",
    "POST",
    "PUT",
    "PATCH",
    "DELETE",
    "OPTIONS",
    "Basic",
    "Bearer",
    "Token",
  ],
  ...[
    "Oauth2",
    "Cas",
    "JSON",
    "Ping",
    "TCP",
    "ICMP",
    "Host",
    "Port",
    "TLS",
    "Bind DN",
    "WebSocket",
    "Webhook",
  ],
  ...["A", "AAAA", "CNAME", "MX", "NS", "TXT", "SRV", "CAA", "SOA", "PTR"],
  ...["PostgreSQL", "SQL Server", "MongoDB", "Redis", "MQTT", "RabbitMQ", "SMTP", "LDAP", "gRPC"],
  ...["Statuspage", "incident.io", "Instatus", "OpenStatus", "Better Stack"],
  ...["Slack", "Discord", "Microsoft Teams", "Telegram", "ntfy", "Pushover"],
]);

describe("the panel in Polish", () => {
  it("has a file for every English one, with the same texts", async () => {
    const problems: string[] = [];
    for (const [noun, path] of Object.entries(ENGLISH)) {
      const english = (await import(path)) as { text: object };
      const own = withoutTables(english.text);
      problems.push(...findTextProblems(own, withoutTables((ALL as Record<string, object>)[noun]), noun));
    }
    expect(problems).toEqual([]);
    expect(Object.keys(ALL).filter((noun) => !(noun in ENGLISH))).toEqual([]);
  });

  it("translates the server's texts for settings of monitors and channels", () => {
    const served = listServedTexts();
    expect(served.length).toBeGreaterThan(200);
    expect(served.filter((said) => !(said in SERVED) && !AS_IT_IS.has(said))).toEqual([]);
    expect(Object.keys(SERVED).filter((said) => !served.includes(said))).toEqual([]);
  });

  it("translates only errors that the server has", () => {
    const source = readdirSync(SOURCE, { recursive: true, encoding: "utf8" })
      .filter((file) => file.endsWith(".ts"))
      .map((file) => readFileSync(join(SOURCE, file), "utf8"))
      .join();
    const isWritten = (said: string) => {
      const [, missing] = /^No such (.+)\.$/.exec(said) ?? [];
      const written = missing ? `notFound(${JSON.stringify(missing)})` : JSON.stringify(said);
      return said.includes("{n}") || source.includes(written);
    };
    expect(Object.keys(PROBLEMS).filter((said) => !isWritten(said))).toEqual([]);
  });

  it("imports only types and its own files, so that nothing loads with it", () => {
    const files = readdirSync(join(TEXTS, "pl"));
    const others = files.flatMap((file) =>
      [
        ...readFileSync(join(TEXTS, "pl", file), "utf8").matchAll(
          /^import (?!type )[^"]*"(?!\.\/)([^"]+)"/gm,
        ),
      ].map(([, path]) => `${file}: ${path}`),
    );
    expect(files.length).toBeGreaterThan(40);
    expect(others).toEqual([]);
  });
});

function withoutTables(texts: object | undefined): object {
  const { served: _, servedProblems: __, ...others } = { served: {}, servedProblems: {}, ...texts };
  return others;
}

describe("findTextProblems", () => {
  it("lists missing, extra and mismatched texts", () => {
    const english = { a: "One", b: (_name: string) => "", c: { d: ["x"], e: "Use {{name}}." } };
    expect(
      findTextProblems(english, { a: "Raz", b: (_: string) => "", c: { d: ["y"], e: "{{name}}" } }, "t"),
    ).toEqual([]);
    expect(findTextProblems(english, { a: "", b: "Dwa", c: { e: "Użyj {{nazwa}}.", f: "" } }, "t")).toEqual([
      "t.a is empty in one of them",
      "t.b is no function",
      "t.c.d is missing",
      "t.c.e has other placeholders",
      "t.c.f has no English",
    ]);
    expect(findTextProblems(english.b, () => "", "t")).toEqual(["t does not take 1"]);
  });
});

describe("putTranslation", () => {
  it("replaces the English text, and keeps it if there is no translation", () => {
    const text = { a: "One", b: { c: "Two", d: (n: number) => `${n} left` }, e: ["x"] };
    putTranslation(text, { a: "Raz", b: { d: (n: number) => `zostało ${n}` }, e: ["y", "z"] });
    expect([text.a, text.b.c, text.b.d(2), text.e]).toEqual(["Raz", "Two", "zostało 2", ["y", "z"]]);
  });
});
