import { partsOfDeliveryId } from "../../data/fanout.ts";
import {
  findSubscriberDelivery,
  type ListedSubscriberDelivery,
  listSubscriberDeliveries as listRows,
} from "../../data/subscriber_delivery_list.ts";
import { notFound } from "../../lib/errors.ts";
import { maskAddress } from "../../lib/redact.ts";
import { pagingOf } from "../../schema/common.ts";
import {
  MOST_COUNTED,
  type SubscriberDelivery,
  type SubscriberDeliveryDetail,
  type SubscriberDeliveryQuery,
} from "../../schema/subscriber_delivery.ts";
import type { Context } from "../context.ts";
import { restartFailed } from "../outgoing/restart.ts";
import { recordAudit } from "../record/audit.ts";
import { subscriberEntity } from "./list.ts";

export async function listSubscriberDeliveries(
  { db, now, page: { id: pageId } }: Context,
  query: SubscriberDeliveryQuery,
) {
  const paging = pagingOf(query);
  const { limit } = paging;
  const span = { limit, offset: (paging.page - 1) * limit, mostCounted: MOST_COUNTED };
  const { items, total } = await listRows(db, { ...query, pageId, now }, span);
  return { items: items.map(toDelivery), total, ...paging };
}

export async function getSubscriberDelivery(
  { db, page }: Context,
  id: number,
): Promise<SubscriberDeliveryDetail> {
  const row = await findSubscriberDelivery(db, { id, pageId: page.id });
  if (!row) throw notFound("delivery");
  return { ...toDelivery(row), attempts: row.attempts };
}

export async function retrySubscriberDelivery(
  context: Context,
  id: number,
): Promise<SubscriberDeliveryDetail> {
  const { subscriberId, type } = await getSubscriberDelivery(context, id);
  await restartFailed(context, "subscriber_deliveries", {
    id,
    audit: recordAudit(context, {
      action: "Update",
      ...subscriberEntity(subscriberId, type),
      details: { retriedDelivery: id },
    }),
  });
  return await getSubscriberDelivery(context, id);
}

function toDelivery(row: ListedSubscriberDelivery): SubscriberDelivery {
  const { id, eventType, title, status, attemptCount, maxAttempts, dueAt, lastError } = row;
  const { responseStatus, createdAt, deliveredAt } = row;
  return {
    id,
    subscriberId: partsOfDeliveryId(id).subscriberId,
    destination: row.type === "webhook" ? maskAddress(row.destination ?? "") : (row.destination ?? ""),
    type: row.type ?? "email",
    eventType,
    title,
    status,
    attemptCount,
    maxAttempts,
    nextAttemptAt: status === "pending" ? dueAt : null,
    lastError,
    responseStatus,
    createdAt,
    deliveredAt,
  };
}
