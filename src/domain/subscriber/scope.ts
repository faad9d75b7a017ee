import { DAY_MS } from "../../lib/units.ts";
import type { NotifiedEventType, PublicEventType } from "../../schema/incident_status.ts";
import type {
  FanoutScope,
  OwnScope,
  PageScope,
  SubscriberStatus,
  SubscriberType,
} from "../../schema/subscriber.ts";
import type { SubscriptionSettings } from "../../schema/subscription_settings.ts";
import { DEFAULT_PAGE_ID } from "../page/site.ts";

/** No monitors and no tags means the whole page. */
export interface Choices {
  events: readonly PublicEventType[];
  monitorIds: readonly number[];
  tags: readonly string[];
}

interface PlacedEvent {
  isPageWide: boolean;
  monitorIds: readonly number[];
}

export function decideScope(
  { isPageWide, monitorIds }: PlacedEvent,
  tagsOf: ReadonlyMap<number, readonly string[]>,
): PageScope {
  if (isPageWide) return { all: true };
  const tags = new Set(monitorIds.flatMap((id) => tagsOf.get(id) ?? []));
  return { monitorIds: [...monitorIds], tags: [...tags] };
}

export function covers(types: readonly PublicEventType[], type: NotifiedEventType): boolean {
  if (type !== "incident.postmortem") return types.includes(type);
  return types.some((one) => one.startsWith("incident."));
}

export function scopeOn(scope: FanoutScope, pageId: number): OwnScope | null {
  if ("pages" in scope) return scope.pages[pageId] ?? null;
  return "toldBy" in scope || pageId === DEFAULT_PAGE_ID ? scope : null;
}

export function scopeOfPages(scopes: ReadonlyMap<number, PageScope>): FanoutScope {
  const [only] = scopes;
  if (scopes.size === 1 && only?.[0] === DEFAULT_PAGE_ID) return only[1];
  return { pages: Object.fromEntries(scopes) };
}

export function isFor(event: { type: NotifiedEventType; scope: OwnScope }, choices: Choices): boolean {
  if (!covers(choices.events, event.type)) return false;
  const { scope } = event;
  if ("all" in scope || "toldBy" in scope) return true;
  if (choices.monitorIds.length === 0 && choices.tags.length === 0) return true;
  return (
    choices.monitorIds.some((id) => scope.monitorIds.includes(id)) ||
    choices.tags.some((tag) => scope.tags.includes(tag))
  );
}

export const FAILURES_TO_PAUSE = 5;
export const FAILURE_NOTICE_EVERY_MS = DAY_MS;

export function mayNotify(
  { type, status }: { type: SubscriberType; status: SubscriberStatus },
  eventType: NotifiedEventType,
  settings: SubscriptionSettings,
): boolean {
  const isOn = settings.enabled && (type === "email" ? settings.allowEmail : settings.allowWebhook);
  return status === "active" && isOn && covers(settings.allowedEvents, eventType);
}
