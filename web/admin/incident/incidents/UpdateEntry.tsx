import { createSignal, Match, Show, Switch } from "solid-js";
import type { Incident } from "../../../../src/schema/incident.ts";
import { formatMoment } from "../../../lib/time.ts";
import { Badge } from "../../../ui/Badge.tsx";
import { ConfirmDialog } from "../../../ui/ConfirmDialog.tsx";
import { Markdown } from "../../../ui/Markdown.tsx";
import { RelativeTime } from "../../../ui/RelativeTime.tsx";
import { RowMenu } from "../../../ui/RowMenu.tsx";
import { showToast } from "../../../ui/toast.ts";
import { removeIncidentUpdate } from "../../api/incident.ts";
import { text } from "../../text/incident.ts";
import { text as planText } from "../../text/incident_plan.ts";
import { text as stateText } from "../../text/incident_state.ts";
import { CorrectDialog } from "./CorrectDialog.tsx";
import { IncidentStatusMark } from "./marks.tsx";
import { SaidComponents } from "./SaidComponents.tsx";

interface Props {
  incident: Incident;
  update: Incident["updates"][number];
  onChanged: (incident: Incident) => void;
  onRemoved: () => void;
}

export function UpdateEntry(props: Props) {
  const [asked, setAsked] = createSignal<"edit" | "remove">();
  const close = () => setAsked(undefined);
  const { status, postedAt, publishAt } = props.update;
  const isPlanned = publishAt !== null;
  const reopens = () => isPlanned && props.incident.status === "resolved" && status !== "resolved";
  return (
    <li class={`timeline__one timeline__one--${isPlanned ? "planned" : status}`}>
      <div class="row row--spread">
        <span class="row">
          <IncidentStatusMark status={status} />
          <Show when={isPlanned}>
            <Badge tone="accent">{planText.badge}</Badge>
          </Show>
          <span class="small soft">
            <Show when={isPlanned}>{planText.when} </Show>
            <RelativeTime at={postedAt} />
          </span>
        </span>
        <RowMenu
          label={text.update.menu(stateText.statuses[status], formatMoment(postedAt))}
          items={[
            {
              kind: "action",
              label: isPlanned ? planText.edit : text.update.edit,
              icon: "edit",
              onSelect: () => setAsked("edit"),
            },
            {
              kind: "action",
              label: text.update.remove,
              icon: "trash",
              isDanger: true,
              onSelect: () => setAsked("remove"),
            },
          ]}
        />
      </div>
      <Show when={reopens()}>
        <p class="small strong">{planText.reopens}</p>
      </Show>
      <Markdown text={props.update.body} />
      <SaidComponents components={props.update.components} />
      <Switch>
        <Match when={asked() === "edit"}>
          <CorrectDialog {...props} onClose={close} />
        </Match>
        <Match when={asked() === "remove"}>
          <ConfirmDialog
            title={text.update.removeTitle}
            lead={text.update.removeLead}
            ends={isPlanned ? planText.removeEnds : text.update.removeEnds}
            confirm={text.update.remove}
            onClose={close}
            onConfirm={async () => {
              await removeIncidentUpdate(props.incident.id, props.update.id);
              close();
              showToast(text.update.removed);
              props.onRemoved();
            }}
          />
        </Match>
      </Switch>
    </li>
  );
}
