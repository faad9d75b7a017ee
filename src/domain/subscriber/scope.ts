import type { PublicEventType, ToldEventType } from "../../schema/incident_status.ts";
import type { FanoutScope } from "../../schema/subscriber.ts";

/** What a subscriber has chosen; without monitors and tags they follow the whole page. */
export interface Choices {
  events: readonly PublicEventType[];
  monitorIds: readonly number[];
  tags: readonly string[];
}

interface ToldEvent {
  /** It names no monitor: it is about everything. */
  isPageWide: boolean;
  /** Linked, and on the page. */
  monitorIds: readonly number[];
}

/** Whom an event is for, as its monitors are tagged when it happens. */
export function decideScope(
  { isPageWide, monitorIds }: ToldEvent,
  tagsOf: ReadonlyMap<number, readonly string[]>,
): FanoutScope {
  if (isPageWide) return { all: true };
  const tags = new Set(monitorIds.flatMap((id) => tagsOf.get(id) ?? []));
  return { monitorIds: [...monitorIds], tags: [...tags] };
}

/** Whether this kind is among these. A post-mortem is nobody's choice: it follows whatever was told of its incident. */
export function covers(types: readonly PublicEventType[], type: ToldEventType): boolean {
  if (type !== "incident.postmortem") return types.includes(type);
  return types.some((one) => one.startsWith("incident."));
}

/** Whether an event of this kind and scope is for somebody; who was told by an earlier event, only their rows know. */
export function isFor(event: { type: ToldEventType; scope: FanoutScope }, choices: Choices): boolean {
  if (!covers(choices.events, event.type)) return false;
  const { scope } = event;
  if ("all" in scope || "toldBy" in scope) return true;
  if (choices.monitorIds.length === 0 && choices.tags.length === 0) return true;
  return (
    choices.monitorIds.some((id) => scope.monitorIds.includes(id)) ||
    choices.tags.some((tag) => scope.tags.includes(tag))
  );
}
