import type { PublicEventType } from "../../../src/schema/incident_status.ts";
import { createLoad } from "../../lib/load.ts";
import { countAudience } from "../api/subscriber.ts";
import { text } from "../text/subscriber.ts";

/** Shows nothing if the count fails, because publishing doesn't depend on it. */
export function AudienceHint(props: {
  type: PublicEventType;
  monitorIds?: readonly number[] | undefined;
  pageKeys?: readonly string[] | undefined;
}) {
  const asked = () =>
    JSON.stringify({ type: props.type, monitorIds: props.monitorIds, pageKeys: props.pageKeys });
  const audience = createLoad(async (signal, from) => await countAudience(JSON.parse(from), signal), asked);
  const words = () => {
    const found = audience.data();
    if (found === undefined || audience.error()) return undefined;
    const { count, pages } = found;
    const sentence = count === 0 ? text.audience.nobody : text.audience.notified(count);
    const isOfDefault = pages.every(({ key }) => key === "main");
    return isOfDefault ? sentence : `${text.audience.pages(pages)} ${sentence}`;
  };
  return (
    <span class="small strong" role="status">
      {words()}
    </span>
  );
}
