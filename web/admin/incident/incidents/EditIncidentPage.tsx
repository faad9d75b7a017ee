import { createLoad } from "../../../lib/load.ts";
import { numberIn, place } from "../../../lib/router.ts";
import { LoadedPage } from "../../../ui/LoadedPage.tsx";
import { getIncident } from "../../api/incident.ts";
import { text } from "../../text/incident.ts";
import { text as shell } from "../../text/shell.ts";
import { IncidentForm } from "./IncidentForm.tsx";

export default function EditIncidentPage() {
  const id = numberIn(place().path);
  const stored = createLoad(async (signal) => await getIncident(signal, id));
  const title = () => stored.data()?.title;
  return (
    <LoadedPage
      title={title() ? text.editTitle(title() ?? "") : shell.pages.editIncident}
      back={{ href: title() ? `/admin/incidents/${id}` : "/admin/incidents", label: title() ?? text.title }}
      load={stored}
    >
      {(found) => <IncidentForm stored={found()} />}
    </LoadedPage>
  );
}
