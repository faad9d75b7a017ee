import { createLoad } from "../../../lib/load.ts";
import { numberIn, place } from "../../../lib/router.ts";
import { LoadedPage } from "../../../ui/LoadedPage.tsx";
import { listChannels } from "../../api/channel.ts";
import { listMonitorTypes } from "../../api/monitor.ts";
import { text } from "../../text/monitor_form.ts";
import { text as shell } from "../../text/shell.ts";
import { MonitorForm } from "./MonitorForm.tsx";
import { getStoredMonitor } from "./values.ts";

export default function EditMonitorPage() {
  const id = numberIn(place().path);
  const found = createLoad(async (signal) => {
    const [types, channels, stored] = await Promise.all([
      listMonitorTypes(signal),
      listChannels(signal),
      getStoredMonitor(id, signal),
    ]);
    return { types, channels, stored };
  });
  const name = () => found.data()?.stored.name;
  return (
    <LoadedPage
      title={name() ? text.editTitle(name() ?? "") : shell.pages.editMonitor}
      back={{ href: name() ? `/admin/monitors/${id}` : "/admin/monitors", label: name() ?? text.back }}
      load={found}
    >
      {(data) => <MonitorForm {...data()} />}
    </LoadedPage>
  );
}
