import { createSignal, type JSX, Show } from "solid-js";
import { CopySheet } from "../../../ui/CopySheet.tsx";
import { Field } from "../../../ui/Field.tsx";
import { Segments } from "../../../ui/Segments.tsx";
import { Select } from "../../../ui/Select.tsx";
import { text } from "../../text/feeds.ts";
import { ResponsePreview } from "./ResponsePreview.tsx";
import type { Form, Source } from "./snippets.ts";

export function SourceChoice(props: { sources: readonly Source[]; off: string | undefined }) {
  const [chosen, setChosen] = createSignal(props.sources[0]?.id ?? "");
  const source = () => props.sources.find(({ id }) => id === chosen());
  return (
    <>
      <Show when={props.sources.length > 1}>
        <Field label={text.which}>
          <Select
            value={chosen()}
            options={props.sources.map(({ id, label }) => ({ value: id, label }))}
            onChange={setChosen}
          />
        </Field>
      </Show>
      <Show when={source()}>
        {(one) => (
          <TakeAlong source={one()}>
            <Show when={props.off === undefined}>
              <ResponsePreview label={one().label} path={one().path} />
            </Show>
          </TakeAlong>
        )}
      </Show>
    </>
  );
}

export function TakeAlong(props: { source: Source; children: JSX.Element }) {
  const [wanted, setWanted] = createSignal<Form>("address");
  const forms = () => Object.keys(props.source.forms) as Form[];
  const form = () => (forms().includes(wanted()) ? wanted() : "address");
  return (
    <>
      <Segments
        legend={text.as}
        value={form()}
        options={forms().map((value) => ({ value, label: text.forms[value] }))}
        onChange={setWanted}
      />
      <CopySheet
        label={`${props.source.label}: ${text.forms[form()]}`}
        value={props.source.forms[form()] ?? ""}
      />
      {props.children}
    </>
  );
}
