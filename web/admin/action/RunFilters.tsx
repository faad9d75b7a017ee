import { createMemo, Show } from "solid-js";
import type { Action } from "../../../src/schema/action.ts";
import { optionsOf, withChosen } from "../../lib/options.ts";
import { queryOf, setQuery } from "../../lib/router.ts";
import { parseDay, parseDayEnd } from "../../lib/time.ts";
import { Button } from "../../ui/Button.tsx";
import { Field } from "../../ui/Field.tsx";
import { Select } from "../../ui/Select.tsx";
import { TextInput } from "../../ui/TextInput.tsx";
import type { RunFilter } from "../api/action.ts";
import { monitorOptions } from "../monitor/monitors/options.ts";
import { followMonitors } from "../monitor/monitors/store.ts";
import { text as actionText } from "../text/action.ts";

const text = actionText.run;

const NOTHING = { action: "", monitor: "", status: "", from: "", to: "", page: "" };
const PAGE_SIZE = 25;

const STATUSES = optionsOf(text.anyStatus, text.statuses);

/** They live in the address: a filtered list can be sent to somebody. */
export function RunFilters(props: { actions: readonly Action[] }) {
  followMonitors();
  const actions = createMemo(() =>
    withChosen(
      [
        { value: "", label: text.anyAction },
        ...props.actions.map(({ id, name }) => ({ value: String(id), label: name })),
      ],
      queryOf("action"),
    ),
  );
  const monitors = createMemo(() =>
    withChosen(
      [
        { value: "", label: text.anyMonitor },
        ...monitorOptions()
          .map(({ id, label }) => ({ value: String(id), label }))
          .sort((a, b) => a.label.localeCompare(b.label)),
      ],
      queryOf("monitor"),
    ),
  );
  const change = (name: keyof typeof NOTHING) => (value: string) => setQuery({ [name]: value, page: "" });
  return (
    <search class="filters filters--many" aria-label={text.filters}>
      <Field label={text.status}>
        <Select value={queryOf("status")} options={STATUSES} onChange={change("status")} />
      </Field>
      <Field label={text.action}>
        <Select value={queryOf("action")} options={actions()} onChange={change("action")} />
      </Field>
      <Field label={text.monitor}>
        <Select value={queryOf("monitor")} options={monitors()} onChange={change("monitor")} />
      </Field>
      <Field label={text.from}>
        <TextInput type="date" value={queryOf("from")} onInput={change("from")} />
      </Field>
      <Field label={text.to}>
        <TextInput type="date" value={queryOf("to")} onInput={change("to")} />
      </Field>
      <Show when={isFiltered()}>
        <Button variant="quiet" icon="close" onClick={() => setQuery(NOTHING)}>
          {text.clear}
        </Button>
      </Show>
    </search>
  );
}

export function isFiltered(): boolean {
  return Object.keys(NOTHING).some((name) => name !== "page" && queryOf(name) !== "");
}

export function filterInAddress(): RunFilter {
  return {
    actionId: queryOf("action") || undefined,
    monitorId: queryOf("monitor") || undefined,
    status: queryOf("status") || undefined,
    from: parseDay(queryOf("from")) ?? undefined,
    to: parseDayEnd(queryOf("to")) ?? undefined,
    page: Math.max(1, Number.parseInt(queryOf("page"), 10) || 1),
    limit: PAGE_SIZE,
  };
}
