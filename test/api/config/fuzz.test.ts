import { describe, expect, it } from "vitest";
import { AppError, type Problem } from "../../../src/lib/errors.ts";
import { ALL_KINDS } from "../../../src/schema/document_kind.ts";
import { parseDocuments, shapeDocuments } from "../../../src/service/config/shape.ts";

const SEED = `kind: NotificationChannel
key: ops
name: Ops
type: webhook
enabled: true
config:
  url: https://hook.example/in
  headers: { Authorization: "Bearer x" }
  body: |-
    { "text": "{{monitor_name}}" }
alertPolicy:
  quietHours: { enabled: true, start: "22:00", end: "07:00", timezone: UTC, mode: defer }
---
kind: Monitor
key: api
name: Public API
type: https
intervalSecs: 60
config: &shared
  url: https://api.example/health
  expectedStatus: 200-299
  auth:
    type: basic
    basic: { username: u, password: p }
  assertions:
    - { source: json, path: $.a.b, operator: equals, value: 1 }
tags:
  - label: prod
    color: "#22c55e"
notifications: [ops]
dependsOn:
  - db
autoIncident: { afterMinutes: 5, mode: draft }
actions:
  - { action: restart, onStatus: down, delayMinutes: 5 }
---
kind: Monitor
key: other
name: Other
type: https
config: *shared
---
kind: Action
key: restart
name: Restart
config:
  url: https://act.example/
  secrets:
    - { name: token, vault: { vault: V, secret: S } }
`;
const TOKENS = [
  "---\n",
  "...\n",
  "- ",
  ": ",
  "? ",
  "*shared",
  "&shared ",
  "!!str ",
  "!x ",
  "%YAML 1.1\n",
  "[",
  "]",
  "{",
  "}",
  "|",
  ">",
  "'",
  '"',
  "#",
  "\t",
  "\n",
  "  ",
  "~",
  "1e999",
  ".inf",
  "__proto__: ",
  "constructor: ",
  "null",
  "\u0000",
  "\ud800",
  "\u2028",
  "••••••••",
  "<<: ",
];

/** Seeded, so every run uses the same numbers. */
function makeRandom(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

function mutate(text: string, random: (below: number) => number): string {
  let changed = text;
  for (let times = 1 + random(4); times > 0; times--) {
    const at = random(changed.length + 1);
    const length = random(30);
    const from = random(changed.length + 1);
    const ways = [
      () => changed.slice(0, at) + changed.slice(at + length),
      () => changed.slice(0, at) + TOKENS[random(TOKENS.length)] + changed.slice(at),
      () => changed.slice(0, at) + changed.slice(from, from + length) + changed.slice(at),
      () => changed.slice(0, at) + String.fromCharCode(random(128)) + changed.slice(at + 1),
      () => changed.slice(0, at),
      () => changed.slice(0, at) + changed.slice(at).replace(/\w+/, String(random(1e6) - 5e5)),
    ];
    changed = ways[random(ways.length)]!();
  }
  return changed;
}

describe("ten thousand mutated texts", () => {
  it("are accepted or rejected with messages and paths, and never cause an unexpected error", {
    timeout: 120_000,
  }, () => {
    const random = makeRandom(20_261_121);
    const seen = { taken: 0, problems: 0, unreadable: 0 };
    for (let i = 0; i < 10_000; i++) {
      const text = mutate(SEED, random);
      try {
        const { documents, problems } = parseDocuments(text, ALL_KINDS);
        shapeDocuments(documents, { kinds: ALL_KINDS, problems });
        checkProblems(problems);
        seen[problems.length > 0 ? "problems" : "taken"]++;
      } catch (error) {
        if (!(error instanceof AppError))
          throw new Error(`a fault for ${JSON.stringify(text)}`, { cause: error });
        expect([error.code, error.detail.problems]).toEqual(["invalid", undefined]);
        seen.unreadable++;
      }
    }
    // Each outcome must occur often enough to be meaningful.
    expect(Object.values(seen).filter((count) => count > 100)).toHaveLength(3);
    expect(({} as Record<string, unknown>)["polluted"]).toBeUndefined();
  });
});

function checkProblems(problems: readonly Problem[]): void {
  for (const { path, message } of problems) {
    if (/^(\w+\[.*\]|\(document \d+\))/su.test(path) && message.length > 5) continue;
    throw new Error(`${path}: ${message}`);
  }
}
