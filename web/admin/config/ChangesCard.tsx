import { Show } from "solid-js";
import type { ImportResponse } from "../../../src/schema/document.ts";
import { Badge } from "../../ui/Badge.tsx";
import { Disclosure } from "../../ui/Disclosure.tsx";
import { Notice } from "../../ui/Notice.tsx";
import { type Column, Table } from "../../ui/Table.tsx";
import { text } from "../text/config.ts";
import { type Differences, placeOf } from "./differences.ts";
import { SettingChanges } from "./SettingChanges.tsx";

const SHOWN = 20;

type Change = ImportResponse["changes"][number];

const TONES = { create: "good", update: "accent", unchanged: "neutral" } as const;

const columnsOf = (differences: () => Differences): readonly Column<Change>[] => [
  {
    header: text.result.columns.object,
    kind: "lead",
    cell: (change) => (
      <span class="table__main">
        <span class="strong">{change.key}</span>
        <span class="small soft">{text.kinds[change.kind]}</span>
      </span>
    ),
  },
  {
    header: text.result.columns.action,
    cell: (change) => <Badge tone={TONES[change.action]}>{text.result.actions[change.action]}</Badge>,
  },
  {
    header: text.result.columns.fields,
    cell: (change) => (
      <Show
        when={differences().get(placeOf(change))?.length ? differences().get(placeOf(change)) : undefined}
        fallback={
          <span class="mono break">
            {change.fields?.join(", ") ?? (change.action === "create" ? text.result.allSettings : "–")}
          </span>
        }
      >
        {(changes) => <SettingChanges changes={changes()} />}
      </Show>
    ),
  },
];

export function ChangesCard(props: { response: ImportResponse; differences: Differences }) {
  const columns = columnsOf(() => props.differences);
  const changed = () => props.response.changes.filter(({ action }) => action !== "unchanged");
  const unchanged = () => props.response.changes.filter(({ action }) => action === "unchanged");
  const title = () => (props.response.dryRun ? text.result.wouldChange : text.result.changed);
  return (
    <>
      <Show
        when={changed().length > 0}
        fallback={
          <Notice tone="good">
            <p>{text.result.nothing}</p>
          </Notice>
        }
      >
        <section class="card" aria-label={title()}>
          <div class="card__head">
            <h2>{title()}</h2>
            <span class="small soft">
              {props.response.dryRun
                ? text.result.summary(props.response.summary)
                : text.result.done(props.response.summary)}
            </span>
          </div>
          <Table caption={title()} columns={columns} rows={changed().slice(0, SHOWN)} />
        </section>
        <Show when={changed().length > SHOWN}>
          <Disclosure label={text.result.rest(changed().length - SHOWN)}>
            <div class="card">
              <Table
                caption={text.result.rest(changed().length - SHOWN)}
                columns={columns}
                rows={changed().slice(SHOWN)}
              />
            </div>
          </Disclosure>
        </Show>
      </Show>
      <Show when={unchanged().length > 0}>
        <Disclosure label={text.result.unchanged(unchanged().length)}>
          <div class="card">
            <Table caption={text.result.unchanged(unchanged().length)} columns={columns} rows={unchanged()} />
          </div>
        </Disclosure>
      </Show>
    </>
  );
}
