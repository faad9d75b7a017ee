import { Match, Switch } from "solid-js";
import type { Incident } from "../../../../src/schema/incident.ts";
import { navigate } from "../../../lib/router.ts";
import { ConfirmDialog } from "../../../ui/ConfirmDialog.tsx";
import { showToast } from "../../../ui/toast.ts";
import { publishIncident, removeIncident } from "../../api/incident.ts";
import { text } from "../../text/incident.ts";
import { PublishLead } from "./PublishLead.tsx";
import { QuickUpdate } from "./QuickUpdate.tsx";

export function IncidentDialogs(props: {
  asked: "publish" | "remove" | "resolve" | undefined;
  incident: Incident;
  isUnseen: boolean;
  onClose: () => void;
  onPublished: (incident: Incident) => void;
  onResolved: () => void;
}) {
  return (
    <Switch>
      <Match when={props.asked === "publish"}>
        <ConfirmDialog
          title={text.publishTitle(props.incident.title)}
          lead={<PublishLead incident={props.incident} isUnseen={props.isUnseen} />}
          ends={props.isUnseen ? [text.unseen.publish] : text.publishEnds(props.incident.notifySubscribers)}
          confirm={text.publish}
          onClose={props.onClose}
          onConfirm={async () => {
            props.onPublished(await publishIncident(props.incident.id));
            props.onClose();
            showToast(text.published(props.incident.title));
          }}
        />
      </Match>
      <Match when={props.asked === "resolve"}>
        <QuickUpdate
          incident={props.incident}
          ready={{ title: text.resolve.action, status: "resolved", body: text.resolve.body }}
          onClose={props.onClose}
          onPosted={props.onResolved}
        />
      </Match>
      <Match when={props.asked === "remove"}>
        <ConfirmDialog
          title={text.removeTitle(props.incident.title)}
          lead={text.removeLead}
          ends={text.removeEnds(props.incident.draft)}
          confirm={text.remove}
          onClose={props.onClose}
          onConfirm={async () => {
            await removeIncident(props.incident.id);
            showToast(text.removed(props.incident.title));
            navigate("/admin/incidents", { isForced: true });
          }}
        />
      </Match>
    </Switch>
  );
}
