import { guard, isGuardBreach, save } from "../../data/db.ts";
import { returnedIds } from "../../data/outgoing.ts";
import {
  findSubscriberByHash,
  isStill,
  type SubscriberRow,
  updateSubscriberRow,
} from "../../data/subscriber.ts";
import { insertNotice } from "../../data/subscriber_notice.ts";
import { decideConfirm, mayResubscribe } from "../../domain/subscriber/states.ts";
import { secretBoxOf } from "../../env.ts";
import { randomBytes, toBase64 } from "../../lib/bytes.ts";
import { AppError } from "../../lib/errors.ts";
import type { Confirmation, Preferences, PreferencesChange } from "../../schema/sign_up.ts";
import type { Context } from "../context.ts";
import { enqueueOrLeave } from "../outgoing/job.ts";
import { openPage, type PageVisitor } from "../page/view.ts";
import { refuseUnoffered } from "./choices.ts";
import { mergeHeaders } from "./headers.ts";
import { hashSubscriberToken, subscriberSecretName } from "./token.ts";

type Purpose = "manage" | "confirm" | "unsubscribe";

interface Found {
  subscriber: SubscriberRow;
  purpose: Purpose;
}

async function findByToken({ db, page }: Context, token: string): Promise<Found | null> {
  const hash = await hashSubscriberToken(token);
  const subscriber = hash === null ? null : await findSubscriberByHash(db, hash);
  if (subscriber?.pageId !== page.id) return null;
  if (subscriber.manageHash === hash) return { subscriber, purpose: "manage" };
  return { subscriber, purpose: subscriber.confirmHash === hash ? "confirm" : "unsubscribe" };
}

/** Called by the button on the page: mail scanners open links too. */
export async function confirmSubscription(
  context: Context,
  visitor: PageVisitor,
  token: string,
): Promise<Confirmation> {
  await openPage(context, visitor);
  const { env, db, now } = context;
  const { subscriber } = await getByToken(context, token, "confirm");
  const { id, type } = subscriber;
  const decision = decideConfirm(subscriber, now);
  if (decision === "expired") throw expired();
  if (decision === "known") return { ok: true, status: subscriber.status, type, signingSecret: null };
  const signingSecret = type === "webhook" ? `whsec_${toBase64(randomBytes(32))}` : null;
  const sealed = signingSecret && (await sealSigning(context, subscriber, signingSecret));
  try {
    const results = await save(db, [
      guard(isStill(subscriber)),
      updateSubscriberRow(db, id, {
        status: "active",
        confirmedAt: now,
        failures: 0,
        lastError: null,
        signingSecret: sealed,
        ...subscriber.held,
        held: null,
      }),
      insertNotice(subscriber, { kind: "welcome", token: null, now }),
    ]);
    await enqueueOrLeave(env, "subscriber_notices", { ids: returnedIds(results) });
  } catch (error) {
    if (!isGuardBreach(error)) throw error;
    // A concurrent click won and shows the one-time secret.
    const { status } = (await getByToken(context, token, "confirm")).subscriber;
    return { ok: true, status, type, signingSecret: null };
  }
  return { ok: true, status: "active", type, signingSecret };
}

export async function getPreferences(
  context: Context,
  visitor: PageVisitor,
  token: string,
): Promise<Preferences> {
  await openPage(context, visitor);
  const { subscriber, purpose } = await getByToken(context, token, "manage", "confirm");
  if (purpose === "manage") return toPreferences(subscriber, "manage");
  if (decideConfirm(subscriber, context.now) === "expired") throw expired();
  return toPreferences({ ...subscriber, ...subscriber.held }, "confirm");
}

export async function updatePreferences(
  context: Context,
  visitor: PageVisitor,
  { token, resubscribe = false, webhookHeaders, ...change }: PreferencesChange,
): Promise<Preferences> {
  const snapshot = await openPage(context, visitor);
  const { env, db, now } = context;
  const { subscriber } = await getByToken(context, token, "manage");
  const { id, monitorIds, tags, status } = subscriber;
  const asked = { monitorIds: change.monitorIds ?? monitorIds, tags: change.tags ?? tags };
  await refuseUnoffered(context, snapshot, { asked, stored: { monitorIds, tags } });
  const isResumed = resubscribe && mayResubscribe(status);
  const resumed = {
    status: "active" as const,
    failures: 0,
    failureToldAt: null,
    lastError: null,
    confirmHash: null,
    confirmUntil: null,
    held: null,
    // Events published while they were unsubscribed are not sent.
    confirmedAt: now,
  };
  const row = {
    events: change.events,
    ...asked,
    ...(change.webhookMethod && { webhookMethod: change.webhookMethod }),
    ...(change.notifyOnFailure !== undefined && { notifyOnFailure: change.notifyOnFailure }),
    ...(webhookHeaders && { webhookHeaders: await mergeHeaders(env, subscriber, webhookHeaders) }),
    ...(isResumed && resumed),
  };
  await save(db, [updateSubscriberRow(db, id, row)]);
  return toPreferences({ ...subscriber, ...row }, "manage");
}

export async function unsubscribe(context: Context, token: string): Promise<void> {
  const { subscriber } = await getByToken(context, token, "manage", "unsubscribe");
  const ended = { status: "unsubscribed" as const, confirmHash: null, confirmUntil: null, held: null };
  await save(context.db, [updateSubscriberRow(context.db, subscriber.id, ended)]);
}

export async function findUnsubscribing(
  context: Context,
  token: string,
): Promise<{ locale: string; isOver: boolean } | null> {
  const found = await findByToken(context, token);
  if (!found || found.purpose === "confirm") return null;
  const { locale, status } = found.subscriber;
  return { locale, isOver: status === "unsubscribed" };
}

async function getByToken(context: Context, token: string, ...purposes: Purpose[]): Promise<Found> {
  const found = await findByToken(context, token);
  if (found && purposes.includes(found.purpose)) return found;
  throw new AppError("not_found", "This link is no longer valid: use the one in the latest email.", {
    extra: { code: "LINK_UNKNOWN" },
  });
}

function expired(): AppError {
  return new AppError("not_found", "This link expired after 48 hours: subscribe again to get a new one.", {
    extra: { code: "LINK_EXPIRED" },
  });
}

async function sealSigning({ env }: Context, { sealName }: SubscriberRow, secret: string): Promise<string> {
  return await (await secretBoxOf(env)).seal(secret, subscriberSecretName(sealName, "signing"));
}

function toPreferences(row: SubscriberRow, purpose: Preferences["purpose"]): Preferences {
  const { status, type, destination, email, events, monitorIds, tags, webhookMethod } = row;
  const isWaiting = purpose === "confirm" && (status === "pending" || status === "unsubscribed");
  const isOwnFault = type === "webhook" && status === "disabled";
  return {
    purpose,
    status,
    type,
    destination,
    email,
    events,
    monitorIds,
    tags,
    webhookMethod,
    webhookHeaders: Object.fromEntries(Object.keys(row.webhookHeaders).map((name) => [name, ""] as const)),
    notifyOnFailure: row.notifyOnFailure,
    lastError: isOwnFault ? row.lastError : null,
    expiresAt: isWaiting ? row.confirmUntil : null,
  };
}
