import { Show } from "solid-js";
import type { Channel } from "../../../src/schema/channel.ts";
import type { SelfTestResponse } from "../../../src/schema/self_test.ts";
import { type Edited, readTimeout } from "../../lib/edit.ts";
import { createForm } from "../../lib/form.ts";
import { createLoad } from "../../lib/load.ts";
import { Field } from "../../ui/Field.tsx";
import { Loaded } from "../../ui/Loaded.tsx";
import { MultiPicker } from "../../ui/MultiPicker.tsx";
import { Notice } from "../../ui/Notice.tsx";
import { NumberInput } from "../../ui/NumberInput.tsx";
import type { NumberText } from "../../ui/number_text.ts";
import { RelativeTime } from "../../ui/RelativeTime.tsx";
import { Section } from "../../ui/Section.tsx";
import { SectionForm } from "../../ui/SectionForm.tsx";
import { TextArea } from "../../ui/TextInput.tsx";
import { showToast } from "../../ui/toast.ts";
import { listChannels } from "../api/channel.ts";
import { getSelfTest, updateSelfTest } from "../api/self_test.ts";
import { text } from "../text/self_test.ts";

interface Values {
  urls: readonly string[];
  share: NumberText;
  channelIds: readonly number[];
}

const valuesOf = ({ urls, share, channelIds }: SelfTestResponse): Values => ({ urls, share, channelIds });

const linesOf = ({ urls }: Values) => urls.map((url) => url.trim()).filter((url) => url !== "");

export function SelfTestSection() {
  const load = createLoad(async (signal) => {
    const [stored, channels] = await Promise.all([getSelfTest(signal), listChannels(signal)]);
    return { stored, channels };
  });
  return <Loaded load={load}>{(found) => <SelfTestForm {...found()} />}</Loaded>;
}

function editOf(stored: SelfTestResponse): Edited<Values, SelfTestResponse> {
  return {
    stored,
    read: async () => await getSelfTest(readTimeout()),
    toValues: valuesOf,
    labels: { urls: text.urls, share: text.share, channelIds: text.channels },
  };
}

function SelfTestForm(props: { stored: SelfTestResponse; channels: readonly Channel[] }) {
  const form = createForm<Values, SelfTestResponse>(
    valuesOf(props.stored),
    async (values, sent) => {
      const stored = await updateSelfTest(
        sent.only({ ...values, urls: linesOf(values) } as SelfTestResponse),
      );
      form.reset(valuesOf(stored), stored);
      showToast(text.saved);
    },
    { edit: editOf(props.stored) },
  );
  return (
    <SectionForm form={form} label={text.title} submit={text.save}>
      <Section title={text.title} lead={text.lead} docs="monitors.md#uptides-own-outages">
        <div class="stack">
          <Show when={props.stored.troubleSince}>
            {(since) => (
              <Notice tone="warn">
                <p>
                  {text.since} <RelativeTime at={since()} />. {text.sinceLead}
                </p>
              </Notice>
            )}
          </Show>
          <Field label={text.urls} hint={text.urlsHint} error={form.problem("urls")}>
            <TextArea
              value={form.values.urls.join("\n")}
              rows={3}
              onInput={(typed) => form.set("urls")(typed.split("\n"))}
            />
          </Field>
          <Field label={text.share} hint={text.shareHint} error={form.problem("share")}>
            <NumberInput unit={text.percent} value={form.values.share} onInput={form.set("share")} />
          </Field>
          <MultiPicker
            label={text.channels}
            hint={text.channelsHint}
            placeholder={text.channelsPlaceholder}
            options={props.channels.map(({ id, name }) => ({ id, label: name }))}
            chosen={form.values.channelIds}
            error={form.problem("channelIds")}
            onChange={form.set("channelIds")}
          />
        </div>
      </Section>
    </SectionForm>
  );
}
