import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { ENDPOINTS } from "../../../src/api/routes.ts";
import type { PublicPage } from "../../../src/schema/public_page.ts";
import { handle, ORIGIN, setUp, Visitor } from "../client.ts";
import { NOT_PUSHED, NOT_SHOWN, type Scene, SHOWS_NOTHING, TOLD } from "./live_deeds.ts";
import { addBeating, place } from "./placed.ts";

const PUBLIC = "/api/v1/public";
const READERS = /^\/api\/v1\/(admin\/|hook\/)/;
const open: ReadableStreamDefaultReader<Uint8Array>[] = [];
let admin: Visitor;
let names = 0;

beforeAll(async () => {
  admin = await setUp();
  await admin.post("/api/v1/admin/locales", { code: "pl", name: "Polski" });
});

afterEach(async () => {
  vi.useRealTimers();
  for (const reader of open.splice(0)) await reader.cancel().catch(() => {});
});

async function openPage() {
  const response = await handle(new Request(`${ORIGIN}${PUBLIC}/events?lang=pl`));
  const reader = response.body!.getReader();
  open.push(reader);
  let text = "";
  const readOn = async () => {
    const { done, value } = await reader.read();
    if (done) throw new Error(`the stream ended after ${text}`);
    text += new TextDecoder().decode(value);
  };
  while (!text.includes("event: hello")) await readOn();
  text = "";
  const ask = async () => {
    const after = [...text.matchAll(/^id: (\d+)$/gm)].at(-1)?.[1] ?? "0";
    const { body } = await new Visitor().get<PublicPage>(`${PUBLIC}/page?lang=pl&after=${after}`);
    return body;
  };
  const follow = async (isShown: (page: PublicPage) => boolean, tells: string) => {
    do await readOn();
    while (!text.includes(tells) || !isShown(await ask()));
    return text;
  };
  return { follow };
}

describe("the event stream of an open page", () => {
  let scene: Scene;

  beforeEach(async () => {
    const shown = await addBeating(admin, `Shop ${++names}`);
    await place(admin, [shown]);
    scene = { admin, shown };
  });

  it.each(Object.keys(TOLD))("sends an event for %s, and the page has the change", async (name) => {
    const { before, act, isShown, tells = "event: " } = TOLD[name]!;
    const id = (await before?.(scene)) ?? 0;
    const { follow } = await openPage();
    await act(scene, id);
    const text = await follow((page) => isShown(page, scene, id), tells);
    expect(text).not.toContain("is not available");
  });

  it("sends the end of maintenance even if a request has already rebuilt the page", async () => {
    const now = Date.now();
    const window = { name: "w", startsAt: now - 60_000, endsAt: now + 60_000, monitorIds: [scene.shown.id] };
    await admin.post("/api/v1/admin/maintenance", window);
    const { follow } = await openPage();
    vi.useFakeTimers({ now: now + 61_000, toFake: ["Date"] });
    const { body } = await new Visitor().get<PublicPage>(`${PUBLIC}/page?after=${now + 61_000}`);
    expect(body.maintenances).toEqual([]);
    await follow(() => true, "event: maintenance.updated");
  });

  it("sends no event for branding and layout", async () => {
    const { follow } = await openPage();
    await admin.patch("/api/v1/admin/branding", { siteName: `Site ${names}` });
    await place(admin, [scene.shown], [{ id: "line", type: "divider" }]);
    await admin.patch(`/api/v1/admin/monitors/${scene.shown.id}`, { name: "Something else" });
    const text = await follow((page) => page.monitors[0]?.name === "Something else", "event: ");
    expect(text.match(/event: /g)).toHaveLength(1);
  });
});

describe("the table of stream events", () => {
  it("includes or excludes every endpoint that changes something", () => {
    const changing = ENDPOINTS.filter(({ method, path }) => method !== "GET" && READERS.test(path));
    const missing = changing
      .map(({ method, path }) => [method, path.replace(/^\/api\/v1(\/admin)?/, "")] as const)
      .filter(([, path]) => !NOT_SHOWN.some((room) => path === room || path.startsWith(`${room}/`)))
      .map(([method, path]) => `${method} ${path}`)
      .filter((name) => !(name in TOLD) && !NOT_PUSHED.includes(name) && !SHOWS_NOTHING.includes(name));
    expect(missing).toEqual([]);
    expect(changing.length).toBeGreaterThan(60);
  });
});
