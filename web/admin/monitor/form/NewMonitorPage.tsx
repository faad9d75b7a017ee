import { createLoad } from "../../../lib/load.ts";
import { LoadedPage } from "../../../ui/LoadedPage.tsx";
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
    <LoadedPage title={text.newTitle} back={{ href: "/admin/monitors", label: text.back }} load={found}>
      {(data) => <MonitorForm {...data()} stored={null} />}
    </LoadedPage>
  );
}
