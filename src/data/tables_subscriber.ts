import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import type { NotifiedEventType, PublicEventType } from "../schema/incident_status.ts";
import type {
  FanoutScope,
  NoticeKind,
  SubscriberAttempt,
  SubscriberDeliveryStatus,
  SubscriberStatus,
  SubscriberType,
  WebhookMethod,
} from "../schema/subscriber.ts";

export const subscribers = sqliteTable("subscribers", {
  id: integer("id").primaryKey({ autoIncrement: true }),
  pageId: integer("page_id").notNull().default(1),
  type: text("type").$type<SubscriberType>().notNull(),
  destination: text("destination").notNull(),
  email: text("email").notNull(),
  status: text("status").$type<SubscriberStatus>().notNull(),
  locale: text("locale").notNull(),
  events: text("events", { mode: "json" }).$type<PublicEventType[]>().notNull(),
  monitorIds: text("monitor_ids", { mode: "json" }).$type<number[]>().notNull().default([]),
  tags: text("tags", { mode: "json" }).$type<string[]>().notNull().default([]),
  webhookMethod: text("webhook_method").$type<WebhookMethod>().notNull().default("POST"),
  /** Values are sealed under `subscriber/<seal name>/headers/<name>`. */
  webhookHeaders: text("webhook_headers", { mode: "json" })
    .$type<Record<string, string>>()
    .notNull()
    .default({}),
  /** Sealed under `subscriber/<seal name>/signing`. */
  signingSecret: text("signing_secret"),
  notifyOnFailure: integer("notify_on_failure", { mode: "boolean" }).notNull().default(true),
  sealName: text("seal_name").notNull(),
  /** Sealed under `subscriber/<seal name>/manage`. */
  manageToken: text("manage_token").notNull(),
  manageHash: text("manage_hash").notNull(),
  unsubscribeHash: text("unsubscribe_hash").notNull(),
  confirmHash: text("confirm_hash"),
  confirmUntil: integer("confirm_until"),
  /** Choices of a later sign-up, applied once its link is followed. */
  held: text("held", { mode: "json" }).$type<HeldSignUp>(),
  failures: integer("failures").notNull().default(0),
  failureToldAt: integer("failure_told_at"),
  lastNotifiedAt: integer("last_notified_at"),
  lastError: text("last_error"),
  confirmedAt: integer("confirmed_at"),
  createdAt: integer("created_at").notNull(),
});

export type HeldSignUp = Omit<SubscriberRequest, "pageId" | "type" | "destination" | "email" | "sealName">;

export interface SubscriberRequest {
  /** Absent in requests made before there were several pages. */
  pageId?: number;
  type: SubscriberType;
  destination: string;
  email: string;
  locale: string;
  events: PublicEventType[];
  monitorIds: number[];
  tags: string[];
  webhookMethod: WebhookMethod;
  webhookHeaders: Record<string, string>;
  notifyOnFailure: boolean;
  sealName: string;
}

export const subscriberRequests = sqliteTable("subscriber_requests", {
  id: integer("id").primaryKey(),
  body: text("body", { mode: "json" }).$type<SubscriberRequest>().notNull(),
  claimedUntil: integer("claimed_until"),
  createdAt: integer("created_at").notNull(),
});

export const subscriberNotices = sqliteTable("subscriber_notices", {
  id: integer("id").primaryKey({ autoIncrement: true }),
  subscriberId: integer("subscriber_id").notNull(),
  kind: text("kind").$type<NoticeKind>().notNull(),
  token: text("token"),
  status: text("status").$type<"pending" | "delivered" | "failed" | "cancelled">().notNull(),
  dueAt: integer("due_at").notNull(),
  attemptCount: integer("attempt_count").notNull().default(0),
  claimedUntil: integer("claimed_until"),
  lastError: text("last_error"),
  createdAt: integer("created_at").notNull(),
});

export const fanouts = sqliteTable("fanouts", {
  id: integer("id").primaryKey({ autoIncrement: true }),
  eventId: text("event_id").notNull(),
  eventType: text("event_type").$type<NotifiedEventType>().notNull(),
  title: text("title").notNull(),
  scope: text("scope", { mode: "json" }).$type<FanoutScope>().notNull(),
  at: integer("at").notNull(),
  cursor: integer("cursor").default(0),
  handed: integer("handed").notNull().default(0),
  claimedUntil: integer("claimed_until"),
  finishedAt: integer("finished_at"),
  createdAt: integer("created_at").notNull(),
});

export const subscriberDeliveries = sqliteTable("subscriber_deliveries", {
  id: integer("id").primaryKey(),
  status: text("status").$type<SubscriberDeliveryStatus>().notNull(),
  attemptCount: integer("attempt_count").notNull().default(0),
  maxAttempts: integer("max_attempts").notNull(),
  dueAt: integer("due_at").notNull(),
  claimedUntil: integer("claimed_until"),
  attempts: text("attempts", { mode: "json" }).$type<SubscriberAttempt[]>().notNull().default([]),
  responseStatus: integer("response_status"),
  lastError: text("last_error"),
  createdAt: integer("created_at").notNull(),
  deliveredAt: integer("delivered_at"),
});
