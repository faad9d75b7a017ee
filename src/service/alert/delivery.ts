import { findChannel } from "../../data/channel.ts";
import { findDelivery, type ListedDelivery, listDeliveries as listRows } from "../../data/delivery.ts";
import { getSiteName } from "../../data/site.ts";
import type { AlertMessage } from "../../domain/alert/message.ts";
import { describeRecipient } from "../../domain/on_call/recipient.ts";
import { variablesOf } from "../../env.ts";
import { notFound } from "../../lib/errors.ts";
import { pagingOf } from "../../schema/common.ts";
import type { Delivery, DeliveryDetail, DeliveryQuery } from "../../schema/delivery.ts";
import type { Context } from "../context.ts";
import { restartFailed } from "../outgoing/restart.ts";
import { recordAudit } from "../record/audit.ts";
import { showSentText } from "./sent_text.ts";

export async function listDeliveries(context: Context, query: DeliveryQuery) {
  const paging = pagingOf(query);
  const { items, total } = await listRows(context.db, { ...query, now: context.now }, paging);
  return { items: items.map(toDelivery), total, ...paging };
}

export async function getDelivery(context: Context, id: number): Promise<DeliveryDetail> {
  const row = await findDelivery(context.db, id);
  if (!row) throw notFound("delivery");
  const channel = await findChannel(context.db, row.channelId);
  return {
    ...toDelivery(row),
    attempts: row.attempts,
    sent: await showSentText(channel, await withSite(context, row.message)),
    isChannelNewer: channel !== null && channel.updatedAt > (row.deliveredAt ?? row.createdAt),
  };
}

async function withSite({ db, env }: Context, message: AlertMessage): Promise<AlertMessage> {
  return { ...message, site: { name: await getSiteName(db), url: variablesOf(env).publicUrl } };
}

export async function retryDelivery(context: Context, id: number): Promise<DeliveryDetail> {
  const row = await findDelivery(context.db, id);
  if (!row) throw notFound("delivery");
  await restartFailed(context, "deliveries", {
    id,
    audit: recordAudit(context, {
      action: "Update",
      entityType: "notification_channel",
      entityId: row.channelId,
      entityName: row.channelName,
      details: { retriedDelivery: id },
    }),
  });
  return await getDelivery(context, id);
}

function toDelivery(row: ListedDelivery): Delivery {
  const { id, channelId, channelName, channelType, monitorId, monitorName, eventType, status, reason } = row;
  const { heldUntil, attemptCount, maxAttempts, lastError, createdAt, deliveredAt } = row;
  return {
    id,
    channelId,
    channelName,
    channelType,
    monitorId,
    monitorName,
    eventType,
    status,
    reason,
    heldUntil,
    attemptCount,
    maxAttempts,
    nextAttemptAt: status === "pending" ? (heldUntil ?? row.dueAt) : null,
    lastError,
    createdAt,
    deliveredAt,
    recipient: row.recipient && describeRecipient(row.recipient),
  };
}
