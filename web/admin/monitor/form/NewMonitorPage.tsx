import { createLoad } from "../../../lib/load.ts";
import { queryOf } from "../../../lib/router.ts";
import { LoadedPage } from "../../../ui/LoadedPage.tsx";
import { listChannels } from "../../api/channel.ts";
import { listMonitorTypes } from "../../api/monitor.ts";
import { text } from "../../text/monitor_form.ts";
import { MonitorForm } from "./MonitorForm.tsx";
import { getStoredMonitor } from "./values.ts";

export default function NewMonitorPage() {
  const from = Number(queryOf("from")) || 0;
  const found = createLoad(async (signal) => {
    const [types, channels, source] = await Promise.all([
      listMonitorTypes(signal),
      listChannels(signal),
      from > 0 ? getStoredMonitor(from, signal) : null,
    ]);
    return { types, channels, source };
  });
  const title = () => {
    const name = found.data()?.source?.name;
    return name === undefined ? text.newTitle : text.cloneTitle(name);
  };
  return (
    <LoadedPage title={title()} back={{ href: "/admin/monitors", label: text.back }} load={found}>
      {(data) => <MonitorForm {...data()} stored={null} />}
    </LoadedPage>
  );
}
