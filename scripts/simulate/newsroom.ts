import type { PageSnapshot } from "../../src/domain/page/view.ts";
import { newIncident, newIncidentUpdate } from "../../src/schema/incident.ts";
import { newMaintenance } from "../../src/schema/maintenance.ts";
import { signUp as signUpBody } from "../../src/schema/sign_up.ts";
import { subscriptionSettings } from "../../src/schema/subscription_settings.ts";
import type { Context } from "../../src/service/context.ts";
import { createIncident, publishIncident } from "../../src/service/incident/incident.ts";
import { createMaintenance, removeMaintenance } from "../../src/service/incident/maintenance.ts";
import { postIncidentUpdate } from "../../src/service/incident/post_update.ts";
import { onPage } from "../../src/service/page/page.ts";
import { confirmSubscription, unsubscribe } from "../../src/service/subscriber/manage.ts";
import { createSignUp } from "../../src/service/subscriber/sign_up.ts";
import type { Follower, News, Notice, Story } from "./scenario_news.ts";
import type { World } from "./world.ts";

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
const RETRY_MS = 3 * MINUTE_MS;
const STATUS = "investigating";
const SETTINGS = subscriptionSettings.parse({ enabled: true, allowWebhook: true });
const PAGE = { isPrivate: false, locales: [{ code: "en", isDefault: true, published: true }] };
const VISITOR = { sessionToken: null };

export const pageOfWorld = { view: async () => ({ stamp: "", at: 0, snapshot: PAGE }) };

export interface Subscription {
  confirmed: boolean;
  confirmToken: string | null;
  manageToken: string | null;
  leaving: { from: number; to: number } | null;
}

/** An operator's failed request is not repeated. */
export function planNews(world: World, { followers, stories, notices }: News): void {
  for (const story of stories) planStory(world, story);
  for (const notice of notices) {
    planAt(world, notice.at, async (context) => void (await announce(context, world, notice)));
    if (notice.cancelledAt !== null)
      planAt(world, notice.cancelledAt, async (context) => await cancel(context, notice));
  }
  for (const follower of followers) planFollower(world, follower);
}

function planAt(world: World, at: number, work: (context: Context) => Promise<void>): void {
  const { time } = world.host;
  time.after(at - time.now(), () => void world.operate(work).catch(() => {}));
}

function planStory(world: World, story: Story): void {
  const { title, at, monitors, pages: pageKeys, notifies, draftMs, updates } = story;
  planAt(world, at, async (context) => {
    const monitorIds = idsOf(world, monitors);
    const body = { title, status: STATUS, impact: "major", monitorIds, pageKeys, draft: draftMs !== null };
    await createIncident(context, newIncident.parse({ ...body, notifySubscribers: notifies }));
  });
  if (draftMs !== null)
    planAt(world, at + draftMs, async (context) => {
      await publishIncident(context, await incidentIdOf(context, title));
    });
  for (const update of updates)
    planAt(world, update.at, async (context) => {
      const { body, status, plannedMs } = update;
      const publishAt = plannedMs === null ? null : context.now + plannedMs;
      const wanted = newIncidentUpdate.parse({ body, status, publishAt });
      await postIncidentUpdate(context, await incidentIdOf(context, title), wanted);
    });
}

async function announce(
  context: Context,
  world: World,
  { name, monitors, pages: pageKeys, notifies }: Notice,
) {
  const startsAt = world.scenario.startedAt + world.scenario.busyMs + 7 * DAY_MS;
  const times = { startsAt, endsAt: startsAt + 60 * MINUTE_MS };
  const about = { monitorIds: idsOf(world, monitors), allMonitors: monitors.length === 0, pageKeys };
  const wanted = newMaintenance.parse({ name, ...times, ...about, notifySubscribers: notifies });
  await createMaintenance(context, wanted);
}

async function cancel(context: Context, { name }: Notice): Promise<void> {
  await removeMaintenance(context, await idByName(context, "maintenance WHERE name = ?", name));
}

function planFollower(world: World, follower: Follower): void {
  const { key, page, type, signsUpAt, confirmsAfterMs, leavesAt, events, monitors } = follower;
  const own: Subscription = { confirmed: false, confirmToken: null, manageToken: null, leaving: null };
  world.subscriptions.set(key, own);
  const { time } = world.host;
  const untilDone = (work: (context: Context) => Promise<void>): void =>
    void world
      .operate(async (context) => await work(await onPage(context, page)))
      .catch(() => time.after(RETRY_MS, () => untilDone(work)));
  time.after(signsUpAt - time.now(), () =>
    untilDone(async (context) => {
      const webhookUrl = type === "webhook" ? `https://${key}.test/hook` : undefined;
      const scope = { events, monitorIds: idsOf(world, monitors) };
      const asked = signUpBody.parse({ type, email: addressOf(follower), webhookUrl, ...scope });
      const open = { snapshot: PAGE as unknown as PageSnapshot, settings: SETTINGS, methods };
      await createSignUp(context, open, { asked, locale: null });
    }),
  );
  world.receivers.onText(addressOf(follower), ({ id, text }) => {
    const [, token = null] = /#subscription=([\w-]{43})/.exec(text) ?? [];
    if (own.confirmToken === null && id.startsWith("notice-")) {
      own.confirmToken = token;
      time.after(confirmsAfterMs, () =>
        untilDone(async (context) => {
          await confirmSubscription(context, VISITOR, token ?? "");
          own.confirmed = true;
        }),
      );
    } else if (own.confirmed) own.manageToken ??= token;
  });
  if (leavesAt !== null) time.after(leavesAt - time.now(), () => leave());
  const leave = (): void => {
    if (own.manageToken === null) {
      time.after(RETRY_MS, leave);
      return;
    }
    own.leaving = { from: time.now(), to: Infinity };
    untilDone(async (context) => {
      await unsubscribe(context, own.manageToken ?? "");
      if (own.leaving) own.leaving.to = time.now();
    });
  };
}

const methods = { email: true, webhook: true };

export function addressOf({ key }: Pick<Follower, "key">): string {
  return `${key}@people.test`;
}

function idsOf(world: World, keys: readonly string[]): number[] {
  return keys.flatMap((key) => world.monitorIds.get(key) ?? []);
}

async function incidentIdOf(context: Context, title: string): Promise<number> {
  return await idByName(context, "incidents WHERE title = ?", title);
}

async function idByName({ env }: Context, where: string, name: string): Promise<number> {
  const row = await env.DB.prepare(`SELECT id FROM ${where}`).bind(name).first<{ id: number }>();
  return row?.id ?? 0;
}
