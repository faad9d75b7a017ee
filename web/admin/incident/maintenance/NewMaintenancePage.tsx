import { PageHeader } from "../../../ui/PageHeader.tsx";
import { text } from "../../text/maintenance.ts";
import { MaintenanceForm } from "./MaintenanceForm.tsx";

export default function NewMaintenancePage() {
  return (
    <>
      <PageHeader title={text.newTitle} back={{ href: "/admin/maintenance", label: text.back }} />
      <MaintenanceForm stored={null} />
    </>
  );
}
