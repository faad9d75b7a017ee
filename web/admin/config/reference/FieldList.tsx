import { For, Show } from "solid-js";
import { text } from "../../text/reference.ts";
import type { SchemaField } from "./schema_words.ts";
import { Words } from "./Words.tsx";

export function FieldList(props: { fields: readonly SchemaField[]; isResponse?: boolean }) {
  return (
    <Show when={props.fields.length > 0}>
      <ul class="described plain">
        <For each={props.fields}>
          {(field) => <FieldLine field={field} isResponse={props.isResponse ?? false} />}
        </For>
      </ul>
    </Show>
  );
}

function FieldLine(props: { field: SchemaField; isResponse: boolean }) {
  const field = () => props.field;
  return (
    <li class="described__line">
      <p>
        <code class="described__name">{field().name}</code>{" "}
        <span class="described__type">{field().type}</span>
        <Show when={field().isRequired && !props.isResponse}>
          {" "}
          <span class="described__required">{text.required}</span>
        </Show>
      </p>
      <Show when={field().description}>
        <p class="small">
          <Words text={field().description} />
        </p>
      </Show>
      <Show when={field().notes.length > 0}>
        <p class="small soft">{field().notes.join(" · ")}</p>
      </Show>
      <Show when={field().fields.length > 0}>
        <FieldList fields={field().fields} isResponse={props.isResponse} />
      </Show>
    </li>
  );
}
