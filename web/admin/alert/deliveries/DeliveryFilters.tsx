import { createMemo, Show } from "solid-js";
import type { Channel } from "../../../../src/schema/channel.ts";
import { optionsOf, withChosen } from "../../../lib/options.ts";
import { queryOf, setQuery } from "../../../lib/router.ts";
import { parseDay, parseDayEnd } from "../../../lib/time.ts";
import { Button } from "../../../ui/Button.tsx";
import { Field } from "../../../ui/Field.tsx";
import { Select } from "../../../ui/Select.tsx";
import { TextInput } from "../../../ui/TextInput.tsx";
import type { DeliveryFilter } from "../../api/delivery.ts";
import { monitorOptions } from "../../monitor/monitors/options.ts";
import { followMonitors } from "../../monitor/monitors/store.ts";
import { text } from "../../text/delivery.ts";

const NOTHING = { status: "", channel: "", monitor: "", event: "", from: "", to: "", page: "" };
const PAGE_SIZE = 25;

const STATUSES = optionsOf(text.anyStatus, text.statuses);
const EVENTS = optionsOf(text.anyEvent, text.events);

/** They live in the address: a filtered list can be sent to somebody. */
export function DeliveryFilters(props: { channels: readonly Channel[] }) {
  followMonitors();
  const channels = createMemo(() =>
    withChosen(
      [
        { value: "", label: text.anyChannel },
        ...props.channels.map(({ id, name }) => ({ value: String(id), label: name })),
      ],
      queryOf("channel"),
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
      <Field label={text.channel}>
        <Select value={queryOf("channel")} options={channels()} onChange={change("channel")} />
      </Field>
      <Field label={text.monitor}>
        <Select value={queryOf("monitor")} options={monitors()} onChange={change("monitor")} />
      </Field>
      <Field label={text.event}>
        <Select value={queryOf("event")} options={EVENTS} onChange={change("event")} />
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

export function filterInAddress(): DeliveryFilter {
  return {
    status: queryOf("status") || undefined,
    channelId: queryOf("channel") || undefined,
    monitorId: queryOf("monitor") || undefined,
    eventType: queryOf("event") || undefined,
    from: parseDay(queryOf("from")) ?? undefined,
    to: parseDayEnd(queryOf("to")) ?? undefined,
    page: Math.max(1, Number.parseInt(queryOf("page"), 10) || 1),
    limit: PAGE_SIZE,
  };
}
