import type { Decision } from "../../src/domain/alert/decision.ts";
import type { NewDelivery } from "../../src/domain/alert/delivery.ts";
import { makeDigest, messageId } from "../../src/domain/alert/digest.ts";
import type { AlertKind, AlertMessage } from "../../src/domain/alert/message.ts";
import type { ChannelFacts, OfferedEvent } from "../../src/objects/alerts.ts";

export type PlacedEvent = Pick<OfferedEvent, "id" | "kind" | "monitorId" | "monitorName" | "message">;

export function toDelivery(
  channel: ChannelFacts,
  event: PlacedEvent,
  { decision, now }: { decision: Decision; now: number },
): NewDelivery {
  const heldUntil = decision.status === "pending" ? decision.heldUntil : null;
  return {
    eventId: event.id,
    channelName: channel.name,
    channelType: channel.type,
    monitorId: event.monitorId,
    monitorName: event.monitorName,
    eventType: event.kind,
    status: decision.status,
    reason: decision.status === "suppressed" ? decision.reason : null,
    heldUntil,
    dueAt: heldUntil ?? now,
    message: event.message,
    createdAt: now,
  };
}

interface DigestParts {
  kind: AlertKind;
  messages: readonly AlertMessage[];
  dueAt: number;
  now: number;
}

export function toDigest(channel: ChannelFacts, { kind, messages, dueAt, now }: DigestParts): NewDelivery {
  const id = `digest:${crypto.randomUUID()}`;
  const message = makeDigest(messageId(channel.id, id), { kind, messages, at: now });
  const monitorName = `${message.monitors.length} monitors`;
  const heldUntil = dueAt > now ? dueAt : null;
  const decision: Decision = { status: "pending", heldUntil, groupClosesAt: null };
  return {
    ...toDelivery(channel, { id, kind, monitorId: null, monitorName, message }, { decision, now }),
    dueAt,
  };
}
