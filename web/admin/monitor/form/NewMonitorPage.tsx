import { createLoad } from "../../../lib/load.ts";
import { Loaded } from "../../../ui/Loaded.tsx";
import { PageHeader } from "../../../ui/PageHeader.tsx";
import { listChannels } from "../../api/channel.ts";
import { listMonitorTypes } from "../../api/monitor.ts";
import { text } from "../../text/monitor_form.ts";
import { MonitorForm } from "./MonitorForm.tsx";

export default function NewMonitorPage() {
  const found = createLoad(async (signal) => {
    const [types, channels] = await Promise.all([listMonitorTypes(signal), listChannels(signal)]);
    return { types, channels };
  });
  return (
    <>
      <PageHeader title={text.newTitle} back={{ href: "/admin/monitors", label: text.back }} />
      <Loaded load={found}>{(data) => <MonitorForm {...data()} stored={null} />}</Loaded>
    </>
  );
}
