import { beforeAll, describe, expect, it, vi } from "vitest";
import type { Monitor } from "../../../src/schema/monitor.ts";
import { handle, ORIGIN, setUp, type Visitor } from "../../api/client.ts";
import { addBeating, place } from "../../api/page/placed.ts";
import {
  confirm,
  findRow,
  freshEmail,
  mailsTo,
  openSubscriptions,
  signUp,
  tokenIn,
} from "../../api/subscriber/visitor.ts";
import { eventually } from "../../eventually.ts";

const INCIDENTS = "/api/v1/admin/incidents";
let admin: Visitor;
let shop: Monitor;

beforeAll(async () => {
  vi.restoreAllMocks();
  admin = await setUp();
  shop = await addBeating(admin, "Shop");
  await place(admin, [shop]);
  await openSubscriptions(admin);
});

async function waitForMails(email: string, count: number): Promise<string[]> {
  return await eventually(async () => {
    const mails = await mailsTo(email);
    expect(mails).toHaveLength(count);
    return mails;
  });
}

async function publish(title: string): Promise<void> {
  const body = { title, status: "investigating", impact: "major", monitorIds: [shop.id], body: "Looking." };
  const reply = await admin.post(INCIDENTS, body);
  if (reply.status !== 201) throw new Error(JSON.stringify(reply.body));
}

describe("an email subscription", () => {
  it("is requested, confirmed, notified and ended with one click, through queues and sockets", async () => {
    const [leaver, stayer] = [freshEmail(), freshEmail()];
    for (const email of [leaver, stayer]) {
      expect((await signUp({ email, monitorIds: [shop.id] })).status).toBe(202);
      await waitForMails(email, 1);
      expect((await confirm(await tokenIn(email))).body.status).toBe("active");
      await waitForMails(email, 2);
    }
    await publish("Checkout fails");
    for (const email of [leaver, stayer]) {
      const [, , news = ""] = await waitForMails(email, 3);
      expect(news).toContain("Checkout fails");
      expect((await findRow(email))?.status).toBe("active");
    }
    const [, , news = ""] = await mailsTo(leaver);
    const header = /^List-Unsubscribe: <(http[^>]+)>/m.exec(news.replace(/\r\n[ \t]+/g, " "))?.[1] ?? "";
    expect(header).toContain(`${ORIGIN}/api/v1/public/subscriptions/unsubscribe?token=`);
    const answer = await handle(
      new Request(header, {
        method: "POST",
        headers: { "Content-Type": "application/x-www-form-urlencoded" },
        body: "List-Unsubscribe=One-Click",
      }),
    );
    expect([answer.status, (await findRow(leaver))?.status]).toEqual([200, "unsubscribed"]);
    await publish("Search is slow");
    const received = await waitForMails(stayer, 4);
    expect(received.at(-1)).toContain("Search is slow");
    expect(await mailsTo(leaver)).toHaveLength(3);
  });
});
