import { createLoad } from "../../lib/load.ts";
import { Loaded } from "../../ui/Loaded.tsx";
import { PageHeader } from "../../ui/PageHeader.tsx";
import { listMonitorTypes } from "../api/monitor.ts";
import { text } from "../text/monitor_form.ts";
import { MonitorForm } from "./MonitorForm.tsx";

export default function NewMonitorPage() {
  const types = createLoad(listMonitorTypes);
  return (
    <>
      <PageHeader title={text.newTitle} back={{ href: "/admin/monitors", label: text.back }} />
      <Loaded load={types}>{(found) => <MonitorForm types={found()} stored={null} />}</Loaded>
    </>
  );
}
