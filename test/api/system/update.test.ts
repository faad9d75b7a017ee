import { beforeEach, describe, expect, inject, it } from "vitest";
import type { Release, ReleaseState } from "../../../src/domain/system/release.ts";
import type { Env } from "../../../src/env.ts";
import { readReleases } from "../../../src/remote/releases.ts";
import { checkForUpdate } from "../../../src/service/system/update.ts";
import { bindings } from "../client.ts";
import { statementsDuring } from "../d1_reads.ts";
import type { AskedRelease, ReleaseResponse } from "./release_server.ts";

const { origin } = inject("releases");
const ADDRESS = `${origin}/repos/uptide/releases`;
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const START = Date.UTC(2026, 5, 1, 12);

const looking = { ...bindings, UPDATE_CHECK: "true", UPDATE_URL: ADDRESS } as Env;

async function answerWith(answer: ReleaseResponse | object[] | object): Promise<void> {
  const isPlain = !("status" in answer || "body" in answer || "bytes" in answer || "hangs" in answer);
  const body = JSON.stringify(isPlain ? { body: JSON.stringify(answer) } : answer);
  await fetch(`${origin}/answer`, { method: "PUT", body });
}

async function takeAsked(): Promise<AskedRelease[]> {
  return await (await fetch(`${origin}/asked`)).json();
}

async function kept(): Promise<ReleaseState | null> {
  const row = await bindings.DB.prepare("SELECT value FROM settings WHERE name = 'update'").first<{
    value: string;
  }>();
  return row ? (JSON.parse(row.value) as ReleaseState) : null;
}

const release = (tag: string, more: object = {}) => ({
  tag_name: tag,
  draft: false,
  prerelease: false,
  html_url: `https://releases.example/${tag}`,
  published_at: "2026-05-30T10:00:00Z",
  ...more,
});

async function found(answer: ReleaseResponse | object[] | object): Promise<Release | null | undefined> {
  await answerWith(answer);
  await checkForUpdate(looking, START);
  return (await kept())?.latest;
}

beforeEach(async () => {
  await bindings.DB.prepare("DELETE FROM settings WHERE name = 'update'").run();
  await answerWith(release("v9.0.0"));
  await takeAsked();
});

describe("the update check", () => {
  it("finds the newest release of a list, or that of an object", async () => {
    expect(await found([release("v0.9.0"), release("v0.10.0"), release("v0.2.0")])).toEqual({
      version: "0.10.0",
      url: "https://releases.example/v0.10.0",
      publishedAt: Date.UTC(2026, 4, 30, 10),
    });
    await bindings.DB.prepare("DELETE FROM settings WHERE name = 'update'").run();
    expect(await found(release("1.0.0"))).toMatchObject({ version: "1.0.0" });
  });

  it("skips pre-releases and drafts, even unmarked ones", async () => {
    const others = [
      release("v3.0.0", { draft: true }),
      release("v3.0.0", { prerelease: true }),
      release("v3.0.0-rc.1"),
      release("nightly"),
    ];
    expect(await found([...others, release("v0.5.0")])).toMatchObject({ version: "0.5.0" });
    await bindings.DB.prepare("DELETE FROM settings WHERE name = 'update'").run();
    expect(await found(others)).toBeNull();
    expect(await kept()).toMatchObject({ error: null, nextAt: START + 6 * HOUR });
  });

  it("ignores a URL that could run a script", async () => {
    expect(await found(release("v3.0.0", { html_url: "javascript:alert(1)" }))).toMatchObject({ url: null });
  });

  it("sends nothing about the instance", async () => {
    await checkForUpdate(looking, START);
    const [asked, ...others] = await takeAsked();
    expect(others).toEqual([]);
    const { line = "", headers = [], body } = asked ?? {};
    expect([line, body]).toEqual(["GET /repos/uptide/releases", ""]);
    // The platform adds its zone's name to every request from a Worker.
    const at = headers.indexOf("CF-Worker");
    const own = at < 0 ? headers : headers.toSpliced(at, 2);
    expect(own).toEqual([
      ...["Host", new URL(origin).host],
      ...["Accept", "application/json"],
      ...["Cache-Control", "no-cache"],
      ...["User-Agent", "Uptide"],
      ...["Pragma", "no-cache"],
    ]);
  });

  it.each<[string, ReleaseResponse, RegExp]>([
    ["a response that isn't JSON", { body: "<html>" }, /isn't JSON/],
    ["JSON without a release", { body: '{"message":"hello"}' }, /has no release/],
    ["an array of something else", { body: "[1,2]" }, /has no release/],
    ["an endless response", { bytes: 2_000_000 }, /over 1 MB/],
    ["a missing page", { status: 404 }, /returned 404/],
    ["a server error", { status: 500 }, /returned 500/],
    [
      "a redirect into a private network",
      { status: 302, headers: { Location: "https://10.0.0.1/" } },
      /redirects to an address that isn't allowed/,
    ],
    [
      "a redirect to another server without TLS",
      { status: 302, headers: { Location: "http://releases.example/" } },
      /redirects to an address that isn't allowed/,
    ],
    [
      "endless redirects",
      { status: 302, headers: { Location: "/again" } },
      /redirects to an address that isn't allowed/,
    ],
    ["a redirect without a location", { status: 301 }, /redirects to an address that isn't allowed/],
  ])("treats %s as a failure, and keeps the last known release", async (_what, answer, sentence) => {
    await checkForUpdate(looking, START);
    const at = START + 6 * HOUR;
    await answerWith(answer);
    await checkForUpdate(looking, at);
    expect(await kept()).toMatchObject({
      checkedAt: at,
      nextAt: at + 5 * MINUTE,
      latest: { version: "9.0.0" },
      error: expect.stringMatching(sentence),
    });
  });

  it("follows a redirect to the same server", async () => {
    await answerWith({ status: 301, headers: { Location: "/moved" } });
    await checkForUpdate(looking, START);
    expect((await takeAsked()).map(({ line }) => line)).toEqual(["GET /repos/uptide/releases", "GET /moved"]);
  });

  it("times out when the server doesn't respond", async () => {
    await answerWith({ hangs: true });
    await expect(readReleases(ADDRESS, { fetch, limitMs: 50 })).rejects.toThrow(
      "The release server didn't respond within 0.05 seconds.",
    );
  });

  it("reports an unreachable server", async () => {
    await checkForUpdate({ ...looking, UPDATE_URL: "http://127.0.0.1:1/" } as Env, START);
    expect((await kept())?.error).toMatch(/^The release server is unreachable: check UPDATE_URL\./);
  });

  it("runs every six hours, and 5 minutes after a failure", async () => {
    const askedAt = async (now: number) => {
      await checkForUpdate(looking, now);
      return (await takeAsked()).length === 1;
    };
    expect(await askedAt(START)).toBe(true);
    expect(await askedAt(START + MINUTE)).toBe(false);
    expect(await askedAt(START + 6 * HOUR - 1)).toBe(false);
    await answerWith({ status: 500 });
    const failed = START + 6 * HOUR;
    expect(await askedAt(failed)).toBe(true);
    expect(await askedAt(failed + 5 * MINUTE - 1)).toBe(false);
    expect(await askedAt(failed + 5 * MINUTE)).toBe(true);
    // A clock set back by days must not delay the check by days.
    expect(await askedAt(START - 72 * HOUR)).toBe(true);
    expect(await askedAt(START - 72 * HOUR + MINUTE)).toBe(false);
  });

  it("runs again when the URL changes, and discards the earlier result", async () => {
    await checkForUpdate(looking, START);
    await answerWith({ status: 500 });
    await checkForUpdate({ ...looking, UPDATE_URL: `${origin}/other` } as Env, START + MINUTE);
    expect(await kept()).toMatchObject({ latest: null, error: expect.stringMatching(/500/) });
  });

  it("sends one request for two simultaneous runs", async () => {
    await Promise.all([checkForUpdate(looking, START), checkForUpdate(looking, START)]);
    expect(await takeAsked()).toHaveLength(1);
  });

  it("sends no requests or queries while it is off or has no URL", async () => {
    for (const off of [{ UPDATE_CHECK: "false" }, { UPDATE_URL: "" }, { UPDATE_URL: "not an address" }]) {
      const env = { ...looking, ...off } as Env;
      expect(await statementsDuring(() => checkForUpdate(env, START))).toBe(0);
    }
    expect(await takeAsked()).toEqual([]);
  });

  it("takes one database statement while it isn't due", async () => {
    await checkForUpdate(looking, START);
    expect(await statementsDuring(() => checkForUpdate(looking, START + MINUTE))).toBe(1);
  });
});
