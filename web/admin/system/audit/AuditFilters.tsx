import { Show } from "solid-js";
import { place, queryOf, setQuery } from "../../../lib/router.ts";
import { Button } from "../../../ui/Button.tsx";
import { Field } from "../../../ui/Field.tsx";
import { Select } from "../../../ui/Select.tsx";
import { TextInput } from "../../../ui/TextInput.tsx";
import { text } from "../../text/audit.ts";

const NOTHING = { user: "", what: "", action: "", from: "", to: "", page: "" };
const TYPING_MS = 300;

const ACTIONS = [
  { value: "", label: text.anyAction },
  ...Object.entries(text.actions).map(([value, label]) => ({ value, label })),
];
const ENTITIES = [
  { value: "", label: text.anyEntity },
  ...Object.entries(text.entities).map(([value, label]) => ({ value, label })),
];

/** They live in the address: a filtered list can be sent to somebody. */
export function AuditFilters() {
  let timer: ReturnType<typeof setTimeout> | undefined;

  function change(name: keyof typeof NOTHING, value: string): void {
    clearTimeout(timer);
    setQuery({ [name]: value, page: "" }, { replace: true });
  }

  function type(value: string): void {
    clearTimeout(timer);
    timer = setTimeout(() => change("user", value.trim()), TYPING_MS);
  }

  return (
    <search class="filters" aria-label={text.filters}>
      <Field label={text.user}>
        <TextInput type="search" placeholder={text.userPlaceholder} value={queryOf("user")} onInput={type} />
      </Field>
      <Field label={text.entity}>
        <Select value={queryOf("what")} options={ENTITIES} onChange={(value) => change("what", value)} />
      </Field>
      <Field label={text.action}>
        <Select value={queryOf("action")} options={ACTIONS} onChange={(value) => change("action", value)} />
      </Field>
      <Field label={text.from}>
        <TextInput type="date" value={queryOf("from")} onInput={(value) => change("from", value)} />
      </Field>
      <Field label={text.to}>
        <TextInput type="date" value={queryOf("to")} onInput={(value) => change("to", value)} />
      </Field>
      <Show when={place().search !== ""}>
        <Button variant="quiet" icon="close" onClick={() => setQuery(NOTHING)}>
          {text.clear}
        </Button>
      </Show>
    </search>
  );
}
