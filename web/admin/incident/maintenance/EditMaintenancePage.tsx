import { createLoad } from "../../../lib/load.ts";
import { numberIn, place } from "../../../lib/router.ts";
import { Loaded } from "../../../ui/Loaded.tsx";
import { PageHeader } from "../../../ui/PageHeader.tsx";
import { getMaintenance } from "../../api/maintenance.ts";
import { text } from "../../text/maintenance.ts";
import { MaintenanceForm } from "./MaintenanceForm.tsx";

export default function EditMaintenancePage() {
  const id = numberIn(place().path);
  const stored = createLoad(async (signal) => await getMaintenance(signal, id));
  return (
    <>
      <PageHeader
        title={text.editTitle(stored.data()?.name ?? "…")}
        back={{ href: "/admin/maintenance", label: text.back }}
      />
      <Loaded load={stored}>{(found) => <MaintenanceForm stored={found()} />}</Loaded>
    </>
  );
}
