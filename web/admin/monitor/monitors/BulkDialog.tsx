import { For } from "solid-js";
import { createForm } from "../../../lib/form.ts";
import { FormDialog } from "../../../ui/FormDialog.tsx";
import { showToast } from "../../../ui/toast.ts";
import { monitors } from "../../live/monitors.ts";
import { text } from "../../text/monitor.ts";
import { BulkFields } from "./BulkFields.tsx";
import { type BulkDeed, type BulkValues, runBulk } from "./bulk.ts";
import { targetOf } from "./bulk_target.ts";
import { filterInAddress } from "./filter.ts";
import { tagsOf } from "./list_rules.ts";
import { createOpenIncidents } from "./open_incidents.ts";

export function BulkDialog(props: {
  deed: BulkDeed;
  ids: readonly number[];
  isAll: boolean;
  onDone: () => void;
  onClose: () => void;
}) {
  const ids = [...props.ids];
  const deed = props.deed;
  const target = targetOf({ ids, isAll: props.isAll }, filterInAddress());
  const own = tagsOf(ids.map((id) => monitors.find(id)).filter((entry) => entry !== undefined));
  const form = createForm<BulkValues>(
    {
      addTags: [],
      removeTag: own[0]?.label ?? "",
      channelIds: [],
      intervalSecs: 60,
      failureThreshold: 1,
      recoveryThreshold: 1,
    },
    async (values) => {
      const { changed } = await runBulk(deed, target, values);
      monitors.refresh();
      showToast(text.bulkDone[deed](text.monitors(changed)));
      props.onDone();
      props.onClose();
    },
  );
  const incidents = deed === "remove" ? createOpenIncidents(ids) : () => [];
  const count = text.monitors(ids.length);
  return (
    <FormDialog
      form={form}
      title={text.bulkTitle[deed](count)}
      label={text.bulk[deed]}
      submit={text.bulkSubmit[deed]}
      isDanger={deed === "remove"}
      onClose={() => props.onClose()}
    >
      <p class="soft">{text.bulkLead[deed]}</p>
      <For each={incidents()}>{(sentence) => <p>{sentence}</p>}</For>
      <BulkFields deed={deed} form={form} tags={own} />
    </FormDialog>
  );
}
