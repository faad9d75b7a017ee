import { createLoad } from "../../../lib/load.ts";
import { numberIn, place } from "../../../lib/router.ts";
import { Loaded } from "../../../ui/Loaded.tsx";
import { PageHeader } from "../../../ui/PageHeader.tsx";
import { getIncident } from "../../api/incident.ts";
import { text } from "../../text/incident.ts";
import { IncidentForm } from "./IncidentForm.tsx";

export default function EditIncidentPage() {
  const id = numberIn(place().path);
  const stored = createLoad(async (signal) => await getIncident(signal, id));
  const title = () => stored.data()?.title;
  return (
    <>
      <PageHeader
        title={text.editTitle(title() ?? "…")}
        back={{ href: `/admin/incidents/${id}`, label: title() ?? text.title }}
      />
      <Loaded load={stored}>{(found) => <IncidentForm stored={found()} />}</Loaded>
    </>
  );
}
