import { beforeAll, describe, expect, it } from "vitest";
import { runHousekeeping } from "../../../src/service/system/housekeeping.ts";
import { bindings, setUp, Visitor } from "../client.ts";
import {
  confirm,
  findRow,
  freshEmail,
  holdQueue,
  letTimePass,
  mailsTo,
  openSubscriptions,
  ROOT,
  signUp,
  subscribe,
  tokenIn,
  work,
} from "./visitor.ts";

const DAY_MS = 86_400_000;

beforeAll(async () => {
  await openSubscriptions(await setUp());
  holdQueue();
});

interface Subscriber {
  email: string;
  /** Confirms an unconfirmed address, and otherwise manages the subscription. */
  token: string;
}

async function set(email: string, change: string): Promise<void> {
  await bindings.DB.prepare(`UPDATE subscribers SET ${change} WHERE email = ?`).bind(email).run();
}

async function askToConfirm(): Promise<Subscriber> {
  const email = freshEmail();
  await signUp({ email });
  await work();
  return { email, token: await tokenIn(email) };
}

const STATES = {
  async new() {
    return { email: freshEmail(), token: "A".repeat(43) };
  },
  pending: askToConfirm,
  async expired() {
    const asked = await askToConfirm();
    await set(asked.email, `confirm_until = ${Date.now() - 1}`);
    return asked;
  },
  async confirmed() {
    return await subscribe();
  },
  async paused() {
    const subscriber = await subscribe();
    await set(subscriber.email, "status = 'disabled', failures = 5, last_error = 'It returned 500.'");
    return subscriber;
  },
  async unsubscribed() {
    const subscriber = await subscribe();
    await new Visitor().post(`${ROOT}/unsubscribe`, { token: subscriber.token });
    return subscriber;
  },
} satisfies Record<string, () => Promise<Subscriber>>;

const ACTIONS = {
  async signUp({ email }: Subscriber) {
    return (await signUp({ email, events: ["incident.resolved"] })).status;
  },
  async confirm({ token }: Subscriber) {
    return (await confirm(token)).status;
  },
  async read({ token }: Subscriber) {
    const reply = await new Visitor().post<{ purpose?: string }>(`${ROOT}/preferences`, { token });
    return reply.body.purpose ?? reply.status;
  },
  async write({ token }: Subscriber) {
    const body = { token, events: ["incident.updated"] };
    return (await new Visitor().put(`${ROOT}/preferences`, body)).status;
  },
  async resubscribe({ token }: Subscriber) {
    const body = { token, events: ["incident.updated"], resubscribe: true };
    return (await new Visitor().put(`${ROOT}/preferences`, body)).status;
  },
  async unsubscribe({ token }: Subscriber) {
    return (await new Visitor().post(`${ROOT}/unsubscribe`, { token })).status;
  },
  async weekLater() {
    await runHousekeeping(bindings, Date.now() + 9.1 * DAY_MS);
    return null;
  },
};

type Cell = [answer: unknown, status: string | null, mails: number];

const TABLE: Record<keyof typeof STATES, Record<keyof typeof ACTIONS, Cell>> = {
  new: {
    signUp: [202, "pending", 1],
    confirm: [404, null, 0],
    read: [404, null, 0],
    write: [404, null, 0],
    resubscribe: [404, null, 0],
    unsubscribe: [404, null, 0],
    weekLater: [null, null, 0],
  },
  pending: {
    signUp: [202, "pending", 1],
    confirm: [200, "active", 1],
    read: ["confirm", "pending", 0],
    write: [404, "pending", 0],
    resubscribe: [404, "pending", 0],
    unsubscribe: [404, "pending", 0],
    weekLater: [null, null, 0],
  },
  expired: {
    signUp: [202, "pending", 1],
    confirm: [404, "pending", 0],
    read: [404, "pending", 0],
    write: [404, "pending", 0],
    resubscribe: [404, "pending", 0],
    unsubscribe: [404, "pending", 0],
    weekLater: [null, null, 0],
  },
  confirmed: {
    signUp: [202, "active", 1],
    confirm: [404, "active", 0],
    read: ["manage", "active", 0],
    write: [200, "active", 0],
    resubscribe: [200, "active", 0],
    unsubscribe: [200, "unsubscribed", 0],
    weekLater: [null, "active", 0],
  },
  paused: {
    signUp: [202, "disabled", 1],
    confirm: [404, "disabled", 0],
    read: ["manage", "disabled", 0],
    write: [200, "disabled", 0],
    resubscribe: [200, "active", 0],
    unsubscribe: [200, "unsubscribed", 0],
    weekLater: [null, "disabled", 0],
  },
  unsubscribed: {
    signUp: [202, "unsubscribed", 1],
    confirm: [404, "unsubscribed", 0],
    read: ["manage", "unsubscribed", 0],
    write: [200, "unsubscribed", 0],
    resubscribe: [200, "active", 0],
    unsubscribe: [200, "unsubscribed", 0],
    weekLater: [null, "unsubscribed", 0],
  },
};

const CELLS = Object.entries(TABLE).flatMap(([state, row]) =>
  Object.entries(row).map(([action, cell]) => ({
    state: state as keyof typeof STATES,
    action: action as keyof typeof ACTIONS,
    cell,
  })),
);

describe("visitor actions by subscription state", () => {
  it.each(CELLS)("$state: $action", async ({ state, action, cell }) => {
    const subscriber = await STATES[state]();
    await letTimePass();
    const before = (await mailsTo(subscriber.email)).length;
    const answer = await ACTIONS[action](subscriber);
    await work();
    const mails = (await mailsTo(subscriber.email)).length - before;
    expect([answer, (await findRow(subscriber.email))?.status ?? null, mails]).toEqual(cell);
  });

  it.each(Object.keys(STATES) as (keyof typeof STATES)[])(
    "after deleting a subscriber (%s), old links return 404 and a new sign-up starts over",
    async (state) => {
      const { email, token } = await STATES[state]();
      await bindings.DB.prepare("DELETE FROM subscribers WHERE email = ?").bind(email).run();
      for (const action of ["confirm", "read", "write", "unsubscribe"] as const)
        expect([action, await ACTIONS[action]({ email, token })]).toEqual([action, 404]);
      const before = (await mailsTo(email)).length;
      await signUp({ email });
      await work();
      expect(await findRow(email)).toMatchObject({ status: "pending" });
      expect(await mailsTo(email)).toHaveLength(before + 1);
    },
  );
});

describe("the choices of a repeated sign-up", () => {
  const events = async (email: string) => (await findRow(email))?.["events"];

  it("apply only with the link from their own email", async () => {
    const pending = await STATES.pending();
    const before = await events(pending.email);
    await signUp({ email: pending.email, events: ["incident.resolved"] });
    await work();
    expect((await confirm(pending.token)).status).toBe(200);
    expect(await events(pending.email)).toBe(before);

    const ended = await STATES.unsubscribed();
    await signUp({ email: ended.email, events: ["incident.resolved"] });
    await work();
    expect(await findRow(ended.email)).toMatchObject({ status: "unsubscribed", events: before });
    expect((await confirm(await tokenIn(ended.email))).body.status).toBe("active");
    expect(await events(ended.email)).toBe('["incident.resolved"]');
  });

  it("don't change an active subscription, because anyone could send them", async () => {
    const { email } = await subscribe();
    const before = await events(email);
    await signUp({ email, events: ["incident.resolved"] });
    await work();
    expect(await events(email)).toBe(before);
  });
});

describe("a confirmation link", () => {
  it("is invalid after unsubscribing", async () => {
    const { email, token } = await STATES.pending();
    await confirm(token);
    expect((await confirm(token)).body).toMatchObject({ status: "active", signingSecret: null });
    await work();
    await new Visitor().post(`${ROOT}/unsubscribe`, { token: await tokenIn(email) });
    expect((await confirm(token)).body.code).toBe("LINK_UNKNOWN");
    expect(await findRow(email)).toMatchObject({ status: "unsubscribed" });
  });

  it("expires after 48 hours, and is replaced by a newer one", async () => {
    const { token } = await STATES.expired();
    expect((await confirm(token)).body.code).toBe("LINK_EXPIRED");
    const { email, token: older } = await STATES.pending();
    expect((await findRow(email))?.["confirm_until"]).toBeGreaterThan(Date.now() + 47.9 * 3_600_000);
    await letTimePass();
    await signUp({ email });
    await work();
    expect((await confirm(older)).body.code).toBe("LINK_UNKNOWN");
    expect((await confirm(await tokenIn(email))).status).toBe(200);
  });

  it("confirms only once, even with simultaneous requests, and shows a webhook's secret once", async () => {
    const email = freshEmail();
    await signUp({ type: "webhook", webhookUrl: "https://8.8.8.8/hook", email });
    await work();
    const token = await tokenIn(email);
    const replies = await Promise.all([confirm(token), confirm(token), confirm(token)]);
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200]);
    const secrets = replies.flatMap(({ body }) => body.signingSecret ?? []);
    expect(secrets).toHaveLength(1);
    expect(secrets[0]).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect(JSON.stringify(await findRow(email))).not.toContain(secrets[0]);
    await work();
    expect(await mailsTo(email)).toHaveLength(2);
  });

  it("is deleted with its subscriber a week after it expires", async () => {
    const { email } = await STATES.pending();
    await runHousekeeping(bindings, Date.now() + 8.9 * DAY_MS);
    expect(await findRow(email)).not.toBeNull();
    await runHousekeeping(bindings, Date.now() + 9.1 * DAY_MS);
    expect(await findRow(email)).toBeNull();
  });
});
