import { PageHeader } from "../../../ui/PageHeader.tsx";
import { text } from "../../text/incident.ts";
import { IncidentForm } from "./IncidentForm.tsx";

export default function NewIncidentPage() {
  return (
    <>
      <PageHeader title={text.newTitle} back={{ href: "/admin/incidents", label: text.title }} />
      <IncidentForm stored={null} />
    </>
  );
}
