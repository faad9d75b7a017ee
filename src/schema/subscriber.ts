export const SUBSCRIBER_TYPES = ["email", "webhook"] as const;
export type SubscriberType = (typeof SUBSCRIBER_TYPES)[number];

export const SUBSCRIBER_STATUSES = ["pending", "active", "disabled", "unsubscribed"] as const;
export type SubscriberStatus = (typeof SUBSCRIBER_STATUSES)[number];

export const WEBHOOK_METHODS = ["POST", "PUT", "PATCH"] as const;
export type WebhookMethod = (typeof WEBHOOK_METHODS)[number];

export const NOTICE_KINDS = ["confirm", "welcome", "reminder", "failing", "paused"] as const;
export type NoticeKind = (typeof NOTICE_KINDS)[number];

export const SUBSCRIBER_DELIVERY_STATUSES = ["pending", "delivered", "failed", "cancelled"] as const;
export type SubscriberDeliveryStatus = (typeof SUBSCRIBER_DELIVERY_STATUSES)[number];

export type PageScope = { all: true } | { monitorIds: number[]; tags: string[] };
export type OwnScope = PageScope | { toldBy: number[] };
/** Without `pages`, of the default page, or for recipients of an earlier event. */
export type FanoutScope = OwnScope | { pages: Record<string, PageScope> };

export interface SubscriberAttempt {
  at: number;
  ok: boolean;
  error: string | null;
  responseStatus: number | null;
  ms: number;
}
