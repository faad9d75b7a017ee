import { Show } from "solid-js";
import { MANUAL_TYPE } from "../../../../src/domain/monitor/rule.ts";
import type { Channel } from "../../../../src/schema/channel.ts";
import { createForm } from "../../../lib/form.ts";
import { navigate } from "../../../lib/router.ts";
import { Section } from "../../../ui/Section.tsx";
import { SectionForm } from "../../../ui/SectionForm.tsx";
import { showToast } from "../../../ui/toast.ts";
import { ChannelChoice } from "../../alert/channels/ChannelChoice.tsx";
import type { MonitorType } from "../../api/monitor.ts";
import { monitors } from "../../live/monitors.ts";
import { text as manualText } from "../../text/manual_status.ts";
import { text } from "../../text/monitor_form.ts";
import { ConfigFields } from "./ConfigFields.tsx";
import { DomainNotice } from "./DomainNotice.tsx";
import { KnownPageField } from "./KnownPageField.tsx";
import { PlacesSection } from "./PlacesSection.tsx";
import { OrderSection, ScheduleSection } from "./schedule_sections.tsx";
import { IncidentSection, PageSection, StateSection } from "./sections.tsx";
import { TrialPart } from "./TrialPart.tsx";
import { createTypeChoice } from "./type_choice.ts";
import { DOMAIN_TYPE, STATUS_PAGE_TYPE, settingsWords } from "./type_options.ts";
import { beginWith, editOf, type StoredMonitor, saveMonitor, valuesOf } from "./values.ts";
import { WhatSection } from "./WhatSection.tsx";
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
      const told = createdText(saved);
      showToast(isNew ? told(saved.name) : text.saved(saved.name));
      navigate(`/admin/monitors/${saved.id}`, { isForced: true });
    },
    { edit: stored ? editOf(stored, { toValues, onTaken }) : undefined },
  );
  const type = () => typeOf(form.values.type);

  const chooseType = createTypeChoice(form, typeOf);

  return (
    <SectionForm
      form={form}
      label={isNew ? text.newTitle : text.editTitle(props.stored?.name ?? "")}
      submit={isNew ? text.create : text.save}
      cancel={{
        href: props.stored ? `/admin/monitors/${props.stored.id}` : "/admin/monitors",
        label: text.cancel,
      }}
    >
      <WhatSection form={form} types={props.types} isNew={isNew} onType={chooseType} />
      <Section {...settingsWords(form.values.type)} docs={`monitors.md#${form.values.type}`}>
        <div class="stack">
          <Show when={form.values.type === STATUS_PAGE_TYPE}>
            <KnownPageField form={form} />
          </Show>
          <Show when={type()} keyed>
            {(found) => <ConfigFields form={form} type={found} />}
          </Show>
          <Show when={form.values.type === DOMAIN_TYPE}>
            <DomainNotice form={form} />
          </Show>
          <TrialPart form={form} monitorId={props.stored?.id ?? source?.id} />
        </div>
      </Section>
      <Show when={form.values.type !== MANUAL_TYPE}>
        <ScheduleSection form={form} />
      </Show>
      <PlacesSection form={form} />
      <Section title={text.alerts.title} lead={text.alerts.lead}>
        <ChannelChoice
          channels={props.channels}
          chosen={form.values.channelIds}
          error={form.problem("channelIds")}
          onChange={form.set("channelIds")}
        />
      </Section>
      <PageSection form={form} />
      <OrderSection form={form} ownId={props.stored?.id} />
      <IncidentSection form={form} />
      <StateSection form={form} />
    </SectionForm>
  );
}

function createdText({ type, heartbeatUrl }: StoredMonitor): (name: string) => string {
  if (type === MANUAL_TYPE) return manualText.created;
  return heartbeatUrl ? text.createdHeartbeat : text.created;
}
