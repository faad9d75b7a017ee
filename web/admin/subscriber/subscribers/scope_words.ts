import type { Subscriber } from "../../../../src/schema/subscriber_list.ts";
import { text } from "../../text/subscriber.ts";

export function describeScope({ monitorIds, tags }: Pick<Subscriber, "monitorIds" | "tags">): string {
  const parts = [
    ...(monitorIds.length > 0 ? [text.monitors(monitorIds.length)] : []),
    ...(tags.length > 0 ? [text.tags(tags.length)] : []),
  ];
  return parts.join(", ") || text.wholePage;
}
