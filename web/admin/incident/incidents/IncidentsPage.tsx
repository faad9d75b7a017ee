import { createSignal, Show } from "solid-js";
import type { Incident } from "../../../../src/schema/incident.ts";
import { ButtonLink } from "../../../ui/Button.tsx";
import { ListPage } from "../../../ui/ListPage.tsx";
import { Table } from "../../../ui/Table.tsx";
import { listIncidents } from "../../api/incident.ts";
import { createLiveListLoad } from "../../live/live_list.tsx";
import { text } from "../../text/incident.ts";
import { createUnseen } from "./placed.ts";
import "./incidents.css";
import { IncidentFilters } from "./IncidentFilters.tsx";
import { columnsWith } from "./incident_columns.tsx";
import { filter, filterInAddress, LIST, sorting } from "./incident_filter.ts";
import { NoIncidents } from "./NoIncidents.tsx";
import { QuickUpdate } from "./QuickUpdate.tsx";

export default function IncidentsPage() {
  const [updated, setUpdated] = createSignal<Incident>();
  const columns = columnsWith(createUnseen(), setUpdated);
  const incidents = createLiveListLoad(LIST, listIncidents, filterInAddress);
  const actions = () => (
    <div class="row">
      <ButtonLink icon="copy" href="/admin/incidents/templates">
        {text.templates}
      </ButtonLink>
      <ButtonLink variant="primary" icon="plus" href="/admin/incidents/new">
        {text.add}
      </ButtonLink>
    </div>
  );
  return (
    <>
      <ListPage
        list={LIST}
        counted={text.counted}
        head={{ title: text.title, lead: text.lead, actions: actions() }}
        filter={filter}
        sort={sorting.choice()}
        live={incidents.mark()}
        filters={<IncidentFilters />}
        hasTabs
        load={incidents}
        look="incidents"
        lines={6}
        empty={<NoIncidents />}
      >
        {(rows) => <Table caption={text.title} columns={columns} rows={rows()} />}
      </ListPage>
      <Show when={updated()}>
        {(incident) => (
          <QuickUpdate
            incident={incident()}
            onClose={() => setUpdated(undefined)}
            onPosted={incidents.reload}
          />
        )}
      </Show>
    </>
  );
}
