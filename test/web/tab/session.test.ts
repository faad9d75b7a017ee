import { createServer, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { OwnUser } from "../../../src/schema/session.ts";

const ANN = { id: 1, role: "admin", mustChangePassword: false, mustSetUpTwoFactor: false } as OwnUser;
const BOB = { ...ANN, id: 2 };

function stubBrowser(origin: string) {
  const memory = new Map<string, string>();
  const storage = {
    getItem: (key: string) => memory.get(key) ?? null,
    setItem: (key: string, value: string) => void memory.set(key, value),
    removeItem: (key: string) => void memory.delete(key),
  };
  const tab = Object.assign(new EventTarget(), { location: { origin, replace: () => {}, reload: vi.fn() } });
  vi.stubGlobal("window", tab);
  vi.stubGlobal("localStorage", storage);
  vi.stubGlobal("sessionStorage", storage);
  return tab;
}

describe("the time zone of an account", () => {
  const TOKYO = { ...ANN, timeZone: "Asia/Tokyo" };
  let tab: ReturnType<typeof stubBrowser>;

  beforeEach(() => {
    tab = stubBrowser("http://127.0.0.1");
    vi.stubGlobal("document", {});
  });

  afterEach(() => vi.unstubAllGlobals());

  async function load() {
    vi.resetModules();
    const { beginSession } = await import("../../../web/lib/session.ts");
    const { zone } = await import("../../../web/lib/zone.ts");
    const { registerWork } = await import("../../../web/lib/open_work.ts");
    return { beginSession, zone, registerWork };
  }

  it("reloads the panel once, and applies from the next load on", async () => {
    const before = await load();
    before.beginSession(TOKYO);
    expect(tab.location.reload).toHaveBeenCalledTimes(1);
    const after = await load();
    expect(after.zone()).toBe("Asia/Tokyo");
    after.beginSession(TOKYO);
    expect(tab.location.reload).toHaveBeenCalledTimes(1);
  });

  it("doesn't reload without storage or with an unknown time zone", async () => {
    (await load()).beginSession({ ...ANN, timeZone: "Europe/Atlantis" });
    vi.stubGlobal("localStorage", { getItem: () => null, setItem: () => {}, removeItem: () => {} });
    (await load()).beginSession(TOKYO);
    vi.stubGlobal("localStorage", undefined);
    (await load()).beginSession(TOKYO);
    expect(tab.location.reload).not.toHaveBeenCalled();
  });

  it("waits for the next load while a form is open", async () => {
    const { beginSession, registerWork } = await load();
    beginSession({ ...ANN, timeZone: null });
    registerWork({ isOpen: () => true, draft: () => null });
    beginSession(TOKYO);
    expect(tab.location.reload).not.toHaveBeenCalled();
    expect((await load()).zone()).toBe("Asia/Tokyo");
  });
});

describe("a session's late responses", () => {
  let http: Server;
  let held: ServerResponse[];
  let isHolding: boolean;
  let tab: ReturnType<typeof stubBrowser>;
  let session: typeof import("../../../web/lib/session.ts");
  let request: typeof import("../../../web/lib/api.ts").request;

  beforeEach(async () => {
    held = [];
    isHolding = true;
    http = createServer((_asked, response) => {
      if (isHolding) held.push(response);
      else answer(response, 200, { user: ANN });
    });
    await new Promise<void>((resolve) => http.listen(0, "127.0.0.1", resolve));
    tab = stubBrowser(`http://127.0.0.1:${(http.address() as AddressInfo).port}`);
    vi.resetModules();
    session = await import("../../../web/lib/session.ts");
    ({ request } = await import("../../../web/lib/api.ts"));
  });

  afterEach(async () => {
    vi.unstubAllGlobals();
    http.closeAllConnections();
    await new Promise((resolve) => http.close(resolve));
  });

  function answer(response: ServerResponse, status: number, body: object): void {
    response.writeHead(status, { "Content-Type": "application/json" }).end(JSON.stringify(body));
  }

  async function askInVain<T>(ask: () => Promise<T>): Promise<{ asked: Promise<T>; refuse: () => void }> {
    const asked = ask();
    asked.catch(() => undefined);
    const response = await vi.waitFor(() => held.at(-1) ?? Promise.reject(new Error("Nothing was asked.")));
    return { asked, refuse: () => answer(response, 401, { error: "Sign in first." }) };
  }

  it("end the session they belong to", async () => {
    session.beginSession(ANN);
    const { asked, refuse } = await askInVain(() => request("GET", "/list"));
    refuse();
    await expect(asked).rejects.toMatchObject({ status: 401 });
    expect(session.user()).toBeNull();
    expect(session.hasEnded()).toBe(true);
  });

  it("don't sign out a user who has signed in since, and the request is repeated for the same user", async () => {
    session.beginSession(ANN);
    const { asked, refuse } = await askInVain(() => request("GET", "/list"));
    session.leaveSession();
    session.beginSession(ANN);
    isHolding = false;
    refuse();
    await expect(asked).resolves.toEqual({ user: ANN });
    expect(session.user()).toEqual(ANN);
  });

  it("don't sign out another user, and the request isn't repeated for them", async () => {
    session.beginSession(ANN);
    const { asked, refuse } = await askInVain(() => request("POST", "/list"));
    session.leaveSession();
    session.beginSession(BOB);
    refuse();
    await expect(asked).rejects.toMatchObject({ status: 401 });
    expect(held).toHaveLength(1);
    expect(session.user()).toEqual(BOB);
  });

  it("don't sign out a user who signed in while the session was loading", async () => {
    const { asked, refuse } = await askInVain(() => session.loadSession());
    session.beginSession(ANN);
    refuse();
    await asked;
    expect(session.user()).toEqual(ANN);
  });

  it("don't bring back a user who signed out", async () => {
    session.beginSession(ANN);
    const { asked } = await askInVain(() => session.loadSession());
    session.leaveSession();
    answer(held[0]!, 200, { user: ANN });
    await asked;
    expect(session.user()).toBeNull();
  });

  it("don't sign out a user who has signed in again in another tab", async () => {
    session.beginSession(ANN);
    const { asked, refuse } = await askInVain(() => session.checkSession());
    const notice = Object.assign(new Event("storage"), { key: "uptide.user", newValue: String(ANN.id) });
    tab.dispatchEvent(notice);
    isHolding = false;
    refuse();
    await asked;
    expect(session.user()).toEqual(ANN);
  });
});
