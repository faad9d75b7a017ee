import { guard, isGuardBreach, save } from "../../data/db.ts";
import {
  deleteSubscriber,
  findSubscriberType,
  type ListedSubscriber,
  listSubscribers as listRows,
  subscriberExists,
} from "../../data/subscriber_list.ts";
import { notFound } from "../../lib/errors.ts";
import { maskAddress } from "../../lib/redact.ts";
import { pagingOf } from "../../schema/common.ts";
import type { SubscriberType } from "../../schema/subscriber.ts";
import type { Subscriber, SubscriberQuery } from "../../schema/subscriber_list.ts";
import type { Context } from "../context.ts";
import { recordAudit } from "../record/audit.ts";

export async function listSubscribers(context: Context, query: SubscriberQuery) {
  const paging = pagingOf(query);
  const { items, total } = await listRows(context.db, { ...query, pageId: context.page.id }, paging);
  return { items: items.map(toSubscriber), total, ...paging };
}

export async function eraseSubscriber(context: Context, id: number): Promise<void> {
  const type = await findSubscriberType(context.db, { id, pageId: context.page.id });
  if (type === null) throw notFound("subscriber");
  try {
    await save(context.db, [
      guard(subscriberExists(id)),
      ...deleteSubscriber(context.db, id),
      recordAudit(context, {
        action: "Delete",
        ...subscriberEntity(id, type),
        details: { erased: ["address", "choices", "delivery records"] },
      }),
    ]);
  } catch (error) {
    if (isGuardBreach(error)) throw notFound("subscriber");
    throw error;
  }
}

/** The audit log keeps entries forever, so they hold no address. */
export function subscriberEntity(id: number, type: SubscriberType) {
  return { entityType: "subscriber", entityId: id, entityName: `${type} #${id}` } as const;
}

function toSubscriber({ webhookHeaders, webhookMethod, ...row }: ListedSubscriber): Subscriber {
  const { id, type, destination, email, status, locale, events, monitorIds, tags } = row;
  const { notifyOnFailure, failures, lastNotifiedAt, lastError, createdAt, confirmedAt } = row;
  return {
    id,
    type,
    destination: type === "webhook" ? maskAddress(destination) : destination,
    email,
    status,
    locale,
    events,
    monitorIds,
    tags,
    webhookMethod: type === "webhook" ? webhookMethod : null,
    webhookHeaders: Object.keys(webhookHeaders),
    notifyOnFailure,
    failures,
    lastNotifiedAt,
    lastError,
    createdAt,
    confirmedAt,
  };
}
