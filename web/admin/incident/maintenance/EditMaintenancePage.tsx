import { createLoad } from "../../../lib/load.ts";
import { numberIn, place } from "../../../lib/router.ts";
import { LoadedPage } from "../../../ui/LoadedPage.tsx";
import { getMaintenance } from "../../api/maintenance.ts";
import { text } from "../../text/maintenance.ts";
import { text as shell } from "../../text/shell.ts";
import { MaintenanceForm } from "./MaintenanceForm.tsx";

export default function EditMaintenancePage() {
  const id = numberIn(place().path);
  const stored = createLoad(async (signal) => await getMaintenance(signal, id));
  return (
    <LoadedPage
      title={stored.data() ? text.editTitle(stored.data()?.name ?? "") : shell.pages.editMaintenance}
      back={{ href: "/admin/maintenance", label: text.back }}
      load={stored}
    >
      {(found) => <MaintenanceForm stored={found()} />}
    </LoadedPage>
  );
}
