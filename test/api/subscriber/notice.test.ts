import { afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { sweepOutgoing } from "../../../src/service/outgoing/sweep.ts";
import { sendNotices } from "../../../src/service/subscriber/notice.ts";
import { takeRequests } from "../../../src/service/subscriber/request.ts";
import { runHousekeeping } from "../../../src/service/system/housekeeping.ts";
import { bindings, setUp, type Visitor } from "../client.ts";
import {
  confirm,
  findRow,
  freshEmail,
  holdQueue,
  mailsTo,
  openSubscriptions,
  signUp,
  subscribe,
  takeJobs,
  tokenIn,
  work,
} from "./visitor.ts";

const MINUTE_MS = 60_000;
let admin: Visitor;

interface Notice {
  id: number;
  kind: string;
  status: string;
  attempt_count: number;
  due_at: number;
  claimed_until: number | null;
  token: string | null;
  last_error: string | null;
}

beforeAll(async () => {
  admin = await setUp();
  await openSubscriptions(admin);
  holdQueue();
});

afterEach(async () => {
  vi.useRealTimers();
  await openSubscriptions(admin);
});

async function breakMail(): Promise<void> {
  await bindings.DB.prepare(
    "UPDATE settings SET value = json_set(value, '$.port', 1) WHERE name = 'smtp'",
  ).run();
}

async function noticesOf(email: string): Promise<Notice[]> {
  const { results } = await bindings.DB.prepare(
    "SELECT n.* FROM subscriber_notices n JOIN subscribers s ON s.id = n.subscriber_id WHERE s.email = ? ORDER BY n.id",
  )
    .bind(email)
    .all<Notice>();
  return results;
}

async function ask(): Promise<string> {
  const email = freshEmail();
  await signUp({ email });
  await takeRequests(
    bindings,
    takeJobs().flatMap((job) => job.ids ?? []),
  );
  return email;
}

async function addNotice(email: string, kind: string): Promise<number> {
  const { meta } = await bindings.DB.prepare(
    `INSERT INTO subscriber_notices (subscriber_id, kind, status, due_at, created_at)
     SELECT id, ?, 'pending', ?, ? FROM subscribers WHERE email = ?`,
  )
    .bind(kind, Date.now(), Date.now(), email)
    .run();
  return meta.last_row_id;
}

describe("a subscription email", () => {
  it("is tried four times, after 1, 5 and 30 minutes, and then fails with an error", async () => {
    vi.useFakeTimers({ toFake: ["Date"] });
    await breakMail();
    const email = await ask();
    for (const [attempt, wait] of [1, 5, 30].entries()) {
      const [notice] = await noticesOf(email);
      expect(notice).toMatchObject({ status: "pending", attempt_count: attempt + 1, claimed_until: null });
      expect(Math.round(((notice?.due_at ?? 0) - Date.now()) / MINUTE_MS)).toBe(wait);
      await sendNotices(bindings, [notice?.id ?? 0]);
      expect((await noticesOf(email))[0]?.attempt_count).toBe(attempt + 1);
      vi.setSystemTime((notice?.due_at ?? 0) + 1);
      await sendNotices(bindings, [notice?.id ?? 0]);
    }
    const [last] = await noticesOf(email);
    expect(last).toMatchObject({ status: "failed", attempt_count: 4, token: null });
    expect(last?.last_error).toBeTruthy();
    expect((await findRow(email))?.["last_error"]).toBe(last?.last_error);
    await sendNotices(bindings, [last?.id ?? 0]);
    expect((await noticesOf(email))[0]).toEqual(last);
    takeJobs();
  });

  it("is sent with the same id once email works again", async () => {
    vi.useFakeTimers({ toFake: ["Date"] });
    await breakMail();
    const email = await ask();
    await openSubscriptions(admin);
    vi.setSystemTime(Date.now() + 2 * MINUTE_MS);
    const [job] = takeJobs();
    expect(job?.kind).toBe("notices");
    await sendNotices(bindings, job?.ids ?? []);
    const [notice] = await noticesOf(email);
    expect(notice).toMatchObject({ status: "delivered", attempt_count: 2, token: null, last_error: null });
    const [mail] = await mailsTo(email);
    expect(mail).toContain(`<notice-${notice?.id}@uptide.test>`);
    expect((await confirm(await tokenIn(email))).status).toBe(200);
  });

  it("is sent once, even if its id is queued several times at once", async () => {
    const { email } = await subscribe();
    const id = await addNotice(email, "failing");
    await Promise.all([1, 2, 3].map(() => sendNotices(bindings, [id, id])));
    expect(await mailsTo(email)).toHaveLength(3);
  });

  it("is sent by housekeeping if its queue message is missing or lost", async () => {
    const { email } = await subscribe();
    await addNotice(email, "failing");
    await sweepOutgoing(bindings, "subscriber_notices", { now: Date.now() });
    await work();
    expect(await mailsTo(email)).toHaveLength(3);

    const lost = freshEmail();
    await signUp({ email: lost });
    takeJobs();
    await runHousekeeping(bindings, Date.now());
    expect(takeJobs()).toEqual([]);
    await runHousekeeping(bindings, Date.now() + MINUTE_MS);
    await work();
    expect(await mailsTo(lost)).toHaveLength(1);
  });

  it("is retried after an interruption when its claim expires, and fails after the last attempt", async () => {
    vi.useFakeTimers({ toFake: ["Date"] });
    const { email } = await subscribe();
    const id = await addNotice(email, "failing");
    const hold = async (attempts: number) =>
      await bindings.DB.prepare(
        "UPDATE subscriber_notices SET claimed_until = ?, attempt_count = ? WHERE id = ?",
      )
        .bind(Date.now() + MINUTE_MS, attempts, id)
        .run();
    await hold(1);
    await sendNotices(bindings, [id]);
    expect(await mailsTo(email)).toHaveLength(2);
    vi.setSystemTime(Date.now() + 2 * MINUTE_MS);
    await sweepOutgoing(bindings, "subscriber_notices", { now: Date.now() });
    await work();
    expect(await mailsTo(email)).toHaveLength(3);
    const other = await addNotice(email, "failing");
    await bindings.DB.prepare(
      "UPDATE subscriber_notices SET claimed_until = ?, attempt_count = 4 WHERE id = ?",
    )
      .bind(Date.now() - 1, other)
      .run();
    await sweepOutgoing(bindings, "subscriber_notices", { now: Date.now() });
    expect((await noticesOf(email)).at(-1)).toMatchObject({ status: "failed", claimed_until: null });
  });

  it.each([
    ["failing", "disabled"],
    ["paused", "active"],
    ["welcome", "unsubscribed"],
    ["reminder", "unsubscribed"],
    ["confirm", "active"],
  ])("of type %s is dropped for a subscriber with status %s", async (kind, status) => {
    const { email } = await subscribe();
    const before = (await mailsTo(email)).length;
    await bindings.DB.prepare("UPDATE subscribers SET status = ? WHERE email = ?").bind(status, email).run();
    await sendNotices(bindings, [await addNotice(email, kind)]);
    expect((await noticesOf(email)).at(-1)?.status).toBe("cancelled");
    expect(await mailsTo(email)).toHaveLength(before);
  });

  it("is delayed while PUBLIC_URL isn't set", async () => {
    const { email } = await subscribe();
    const id = await addNotice(email, "failing");
    await sendNotices({ ...bindings, PUBLIC_URL: "" }, [id]);
    const notice = (await noticesOf(email)).at(-1);
    expect(notice).toMatchObject({ status: "pending", attempt_count: 1 });
    expect(notice?.last_error).toContain("PUBLIC_URL");
    takeJobs();
  });
});
