import { createLoad } from "../../lib/load.ts";
import { numberIn, place } from "../../lib/router.ts";
import { Loaded } from "../../ui/Loaded.tsx";
import { PageHeader } from "../../ui/PageHeader.tsx";
import { getMonitor, listMonitorTypes } from "../api/monitor.ts";
import { text } from "../text/monitor_form.ts";
import { MonitorForm } from "./MonitorForm.tsx";

export default function EditMonitorPage() {
  const id = numberIn(place().path);
  const found = createLoad(async (signal) => {
    const [types, stored] = await Promise.all([listMonitorTypes(signal), getMonitor(id, signal)]);
    return { types, stored };
  });
  const name = () => found.data()?.stored.name;
  return (
    <>
      <PageHeader
        title={text.editTitle(name() ?? "…")}
        back={{ href: `/admin/monitors/${id}`, label: name() ?? text.back }}
      />
      <Loaded load={found}>{(data) => <MonitorForm types={data().types} stored={data().stored} />}</Loaded>
    </>
  );
}
