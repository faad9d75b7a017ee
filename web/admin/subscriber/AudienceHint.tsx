import type { PublicEventType } from "../../../src/schema/incident_status.ts";
import { createLoad } from "../../lib/load.ts";
import { countAudience } from "../api/subscriber.ts";
import { text } from "../text/subscriber.ts";

/** Shows nothing when the count fails: publishing doesn't depend on it. */
export function AudienceHint(props: { type: PublicEventType; monitorIds?: readonly number[] | undefined }) {
  const asked = () => JSON.stringify({ type: props.type, monitorIds: props.monitorIds });
  const audience = createLoad(async (signal, from) => await countAudience(JSON.parse(from), signal), asked);
  const words = () => {
    const count = audience.data();
    if (count === undefined || audience.error()) return undefined;
    return count === 0 ? text.audience.nobody : text.audience.told(count);
  };
  return (
    <span class="small strong" role="status">
      {words()}
    </span>
  );
}
