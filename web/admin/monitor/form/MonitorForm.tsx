import { Show } from "solid-js";
import { MANUAL_TYPE } from "../../../../src/domain/monitor/rule.ts";
import type { Channel } from "../../../../src/schema/channel.ts";
import { createForm } from "../../../lib/form.ts";
import { navigate } from "../../../lib/router.ts";
import { SectionForm } from "../../../ui/SectionForm.tsx";
import { showToast } from "../../../ui/toast.ts";
import type { MonitorType } from "../../api/monitor.ts";
import { monitors } from "../../live/monitors.ts";
import { text as manualText } from "../../text/manual_status.ts";
import { text } from "../../text/monitor_form.ts";
import { AlertSection } from "./AlertSection.tsx";
import { nameAfterTarget } from "./derived_name.ts";
import { IncidentSection } from "./IncidentSection.tsx";
import { OrderSection } from "./OrderSection.tsx";
import { PageSection } from "./PageSection.tsx";
import { PlacesSection } from "./PlacesSection.tsx";
import { createPaste } from "./paste/create_paste.ts";
import { PasteDialog } from "./paste/PasteDialog.tsx";
import { ScheduleSection } from "./ScheduleSection.tsx";
import { StateSection } from "./StateSection.tsx";
import { TargetSection } from "./TargetSection.tsx";
import { createTypeChoice } from "./type_choice.ts";
import { beginWith, editOf, type StoredMonitor, saveMonitor, valuesOf } from "./values.ts";
import "./monitor_form.css";

interface Props {
  types: readonly MonitorType[];
  channels: readonly Channel[];
  stored: StoredMonitor | null;
  source?: StoredMonitor | null;
}

export function MonitorForm(props: Props) {
  const typeOf = (name: string) => props.types.find(({ type }) => type === name);
  const isNew = props.stored === null;
  let stored = props.stored;

  const toValues = (monitor: StoredMonitor) => valuesOf(monitor, typeOf(monitor.type));
  const source = props.source ?? null;
  const initial = beginWith(props, toValues);
  const onTaken = (taken: StoredMonitor) => {
    stored = taken;
  };
  const form = createForm(
    initial,
    async (values, sent) => {
      const saved = await saveMonitor(values, stored, {
        sent,
        source,
        onStep(next) {
          stored = next;
          form.follow(next);
        },
      });
      await monitors.take(saved.id);
      form.reset(toValues(saved), saved);
      const describe = createdText(saved);
      showToast(isNew ? describe(saved.name) : text.saved(saved.name));
      navigate(`/admin/monitors/${saved.id}`, { isForced: true });
    },
    { edit: stored ? editOf(stored, { toValues, onTaken }) : undefined },
  );
  const chooseType = createTypeChoice(form, typeOf);
  if (isNew) nameAfterTarget(form);
  const paste = createPaste(form, { types: props.types, chooseType });

  return (
    <>
      <Show when={paste.targets().length > 0}>
        <PasteDialog targets={paste.targets()} values={form.values} onClose={paste.close} />
      </Show>
      <SectionForm
        form={form}
        label={isNew ? text.newTitle : text.editTitle(props.stored?.name ?? "")}
        submit={isNew ? text.create : text.save}
        cancel={{
          href: props.stored ? `/admin/monitors/${props.stored.id}` : "/admin/monitors",
          label: text.cancel,
        }}
      >
        <TargetSection
          form={form}
          types={props.types}
          isNew={isNew}
          monitorId={props.stored?.id ?? source?.id}
          onType={chooseType}
          onPaste={isNew && !source ? paste.take : undefined}
        />
        <Show when={form.values.type !== MANUAL_TYPE}>
          <ScheduleSection form={form} />
        </Show>
        <PlacesSection form={form} />
        <AlertSection form={form} channels={props.channels} stored={props.stored} />
        <PageSection form={form} />
        <OrderSection form={form} ownId={props.stored?.id} />
        <IncidentSection form={form} />
        <StateSection form={form} />
      </SectionForm>
    </>
  );
}

function createdText({ type, heartbeatUrl }: StoredMonitor): (name: string) => string {
  if (type === MANUAL_TYPE) return manualText.created;
  return heartbeatUrl ? text.createdHeartbeat : text.created;
}
