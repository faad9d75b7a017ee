import { batch, Show } from "solid-js";
import type { Channel } from "../../../../src/schema/channel.ts";
import { sayServed } from "../../../lib/served.ts";
import { createEntityForm } from "../../../ui/entity_form.ts";
import { IconTiles } from "../../../ui/IconTiles.tsx";
import { NameField } from "../../../ui/NameField.tsx";
import { Section } from "../../../ui/Section.tsx";
import { SectionForm } from "../../../ui/SectionForm.tsx";
import { Switch } from "../../../ui/Switch.tsx";
import { type ChannelKind, createChannel, updateChannel } from "../../api/channel.ts";
import { monitors } from "../../live/monitors.ts";
import { text } from "../../text/channel.ts";
import { ChannelLogo } from "./ChannelLogo.tsx";
import { KindSettings } from "./KindSettings.tsx";
import { type ChannelValues, configOf, editOf, newValues, toBody, valuesOf } from "./values.ts";
import "./channels.css";
import { MonitorsSection, PolicySection } from "./ChannelSections.tsx";

export function ChannelForm(props: {
  kinds: readonly ChannelKind[];
  stored: Channel | null;
  isFirst: boolean;
}) {
  const stored = props.stored;
  const kinds = props.kinds;
  const kindOf = (type: string) => kinds.find((kind) => kind.type === type);
  const form = createEntityForm<ChannelValues, Channel>({
    stored,
    initial: stored ? valuesOf(stored, kindOf(stored.type)) : newValues(kinds[0], props),
    editOf: (channel) => editOf(channel, kindOf),
    async save(values, sent) {
      const body = toBody(values, stored);
      const saved = stored ? await updateChannel(stored.id, sent.only(body)) : await createChannel(body);
      monitors.refresh();
      return saved;
    },
    savedText: ({ name }) => (stored ? text.saved(name) : text.created(name)),
    next: () => "/admin/channels",
  });
  const kind = () => kindOf(form.values.type);

  const typed = new Map<string, ChannelValues["config"]>();
  function chooseKind(next: string): void {
    typed.set(form.values.type, form.values.config);
    batch(() => {
      form.set("config")(typed.get(next) ?? configOf(kindOf(next)));
      form.set("type")(next);
    });
  }

  return (
    <SectionForm
      form={form}
      label={stored ? text.editTitle(stored.name) : text.newTitle}
      submit={stored ? text.save : text.create}
      cancel={{ href: "/admin/channels", label: text.cancel }}
    >
      <Section title={text.what.title} lead={text.what.lead}>
        <div class="stack">
          <IconTiles
            legend={text.type}
            value={form.values.type}
            tiles={kinds.map(({ type, label }) => ({ value: type, label: sayServed(label) }))}
            icon={(type) => <ChannelLogo type={type} />}
            hint={stored ? text.typeHint : undefined}
            error={form.problem("type")}
            onChange={chooseKind}
          />
          <NameField form={form} name="name" label={text.name} placeholder={text.namePlaceholder} />
        </div>
      </Section>
      <Section title={text.settings.title} lead={text.settings.lead} docs={`channels.md#${form.values.type}`}>
        <Show when={kind()} keyed>
          {(found) => <KindSettings form={form} kind={found} channelId={stored?.id} />}
        </Show>
      </Section>
      <PolicySection form={form} />
      <MonitorsSection form={form} stored={stored} />
      <Section title={text.state.title}>
        <Switch
          label={text.enabledLabel}
          hint={text.enabledHint}
          isOn={form.values.enabled}
          onChange={form.set("enabled")}
        />
      </Section>
    </SectionForm>
  );
}
