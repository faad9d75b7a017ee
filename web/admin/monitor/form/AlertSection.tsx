import type { Channel } from "../../../../src/schema/channel.ts";
import type { Form } from "../../../lib/form.ts";
import { FoldedSection } from "../../../ui/FoldedSection.tsx";
import { ChannelChoice, usedChannels, warningAbout } from "../../alert/channels/ChannelChoice.tsx";
import { text } from "../../text/monitor_form.ts";
import type { MonitorValues, StoredMonitor } from "./values.ts";

export function AlertSection(props: {
  form: Form<MonitorValues>;
  channels: readonly Channel[];
  stored: StoredMonitor | null;
}) {
  const used = () => usedChannels(props.channels, props.form.values.channelIds);
  const warning = () => warningAbout(used());
  return (
    <FoldedSection
      title={text.alerts.title}
      now={
        warning() ??
        used()
          .map(({ name }) => name)
          .join(", ")
      }
      isWarning={warning() !== undefined}
      isOpen={props.form.problem("channelIds") !== undefined}
      lead={text.alerts.lead}
    >
      <ChannelChoice
        channels={props.channels}
        chosen={props.form.values.channelIds}
        monitor={props.stored ?? undefined}
        error={props.form.problem("channelIds")}
        onChange={props.form.set("channelIds")}
      />
    </FoldedSection>
  );
}
