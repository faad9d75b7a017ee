import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { addUser, bindings, setUp, Visitor } from "../client.ts";
import {
  begin,
  configure,
  FAILED,
  lastEntries,
  NOT_LINKED,
  type Peer,
  signInAs,
  startPeer,
} from "./oidc_peer.ts";

let peer: Peer;

beforeEach(async () => {
  await setUp();
  peer = await startPeer();
  await configure(peer);
});

afterEach(() => {
  vi.restoreAllMocks();
});

describe("signing in again before a sensitive action", () => {
  const sensitive = { buttonLabel: "Sign in with Acme" };

  it("confirms the current session and starts no new one", async () => {
    const { browser, person, email } = await linkedAdmin();
    const refused = await browser.put("/api/v1/admin/oidc", sensitive);
    expect([refused.status, refused.body]).toMatchObject([403, { reauth: true }]);

    const location = await begin(browser, "?reauth=1&returnTo=/admin/settings");
    const asked = new URL(location).searchParams;
    expect([asked.get("prompt"), asked.get("max_age")]).toEqual(["login", "0"]);
    peer.claims = { auth_time: Math.floor(Date.now() / 1000) };
    const back = peer.agree(location, person);
    const reply = await browser.get(back.pathname + back.search);
    expect(reply.headers.get("Location")).toBe("/admin/settings");
    expect(reply.headers.getSetCookie().some((cookie) => cookie.startsWith("uptide="))).toBe(false);
    expect(await lastEntries()).toMatchObject([
      { email, action: "Allowed", details: { method: "sso", confirmed: true } },
    ]);
    expect((await browser.put("/api/v1/admin/oidc", sensitive)).status).toBe(200);
  });

  it.each([
    ["another identity", { sub: "somebody else" }, NOT_LINKED],
    ["a sign-in of an hour ago", { auth_time: Math.floor(Date.now() / 1000) - 3600 }, FAILED],
    ["a response without auth_time", {}, FAILED],
  ])("is not confirmed by %s", async (_name, claims, location) => {
    const { browser, person } = await linkedAdmin();
    peer.claims = claims;
    expect((await signInAs(peer, browser, person, "?reauth=1")).headers.get("Location")).toBe(location);
    expect((await browser.put("/api/v1/admin/oidc", sensitive)).status).toBe(403);
  });

  it("returns to its starting page with the error when it is rejected", async () => {
    const { browser, person } = await linkedAdmin();
    const query = "?reauth=1&returnTo=/admin/account%3Ftab=codes";
    const late = await signInAs(peer, browser, person, query);
    expect(late.headers.get("Location")).toBe("/admin/account?tab=codes&error=sso_failed");
    peer.claims = { sub: "somebody else" };
    const other = await signInAs(peer, browser, person, query);
    expect(other.headers.get("Location")).toBe("/admin/account?tab=codes&error=sso_not_linked");
    const back = peer.agree(await begin(browser, query), person);
    back.searchParams.set("error", "access_denied");
    back.searchParams.delete("code");
    const denied = await browser.get(back.pathname + back.search);
    expect(denied.headers.get("Location")).toBe("/admin/account?tab=codes&error=sso_failed");
  });

  it("requires the session that started it", async () => {
    expect(await begin(new Visitor(), "?reauth=1")).toBe(FAILED);
    const { browser, person } = await linkedAdmin();
    const back = peer.agree(await begin(browser, "?reauth=1"), person);
    const [pending = ""] = browser.cookie.split("; ").filter((cookie) => cookie.startsWith("uptide-oidc="));
    const stranger = new Visitor();
    stranger.cookie = pending;
    expect((await stranger.get(back.pathname + back.search)).headers.get("Location")).toBe(FAILED);
    expect((await stranger.get("/api/v1/auth/session")).status).toBe(401);

    const elsewhere = new Visitor();
    await signInAs(peer, elsewhere, person);
    const next = peer.agree(await begin(browser, "?reauth=1"), person);
    const [late = ""] = browser.cookie.split("; ").filter((cookie) => cookie.startsWith("uptide-oidc="));
    elsewhere.cookie = `${elsewhere.cookie}; ${late}`;
    expect((await elsewhere.get(next.pathname + next.search)).headers.get("Location")).toBe(FAILED);
  });

  async function linkedAdmin() {
    const { email, id } = await addUser("admin");
    const person = { sub: crypto.randomUUID(), email, email_verified: true };
    const browser = new Visitor();
    await signInAs(peer, browser, person);
    await bindings.DB.prepare("UPDATE sessions SET confirmed_at = ? WHERE user_id = ?")
      .bind(Date.now() - 5 * 60_000 - 1, id)
      .run();
    return { browser, person, email };
  }
});
