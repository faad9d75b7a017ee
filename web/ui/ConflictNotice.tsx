import { Show } from "solid-js";
import type { Conflict, ShownDifference, Side } from "../lib/edit.ts";
import { user } from "../lib/session.ts";
import { formatMoment } from "../lib/time.ts";
import { Button } from "./Button.tsx";
import { Disclosure } from "./Disclosure.tsx";
import { Icon } from "./Icon.tsx";
import { type Column, Table } from "./Table.tsx";
import { text } from "./text.ts";

type ConflictWords = (typeof text.conflict)["byOther" | "byYou"];

const columnsOf = (names: ConflictWords): readonly Column<ShownDifference>[] => [
  {
    header: text.conflict.setting,
    kind: "lead",
    cell: ({ label, changedBy, note }) => (
      <span class="table__main">
        <span class="strong break">{label}</span>
        <span class="small soft">{note ?? names.changedBy[changedBy]}</span>
      </span>
    ),
  },
  { header: names.theirs, cell: ({ theirs }) => <span class="break clamp">{theirs}</span> },
  { header: names.mine, cell: ({ mine }) => <span class="break clamp">{mine}</span> },
];

export function ConflictNotice(props: {
  conflict: Conflict;
  isBusy: boolean;
  onResolve: (take: Side) => void;
}) {
  const { conflict: words } = text;
  const sentences = () => (props.conflict.changedBy === user()?.email ? words.byYou : words.byOther);
  const count = () => props.conflict.differences.length;
  return (
    <div class="notice notice--warn" role="alert" tabindex={-1} data-summary="" data-conflict="">
      <Icon name="warning" />
      <div class="notice__body stack stack--tight">
        <p class="strong">
          {sentences().title(props.conflict.changedBy, formatMoment(props.conflict.changedAt))}
        </p>
        <p>{count() === 0 ? sentences().same : words.lead}</p>
        <Show when={count() > 0}>
          <Disclosure label={words.difference(count())}>
            <div class="conflict__table">
              <Table
                caption={words.difference(count())}
                columns={columnsOf(sentences())}
                rows={props.conflict.differences}
              />
            </div>
          </Disclosure>
        </Show>
        <div class="row">
          <Button isSmall onClick={() => props.onResolve("theirs")}>
            {words.takeTheirs}
          </Button>
          <Show when={count() > 0}>
            <Button isSmall variant="primary" isBusy={props.isBusy} onClick={() => props.onResolve("mine")}>
              {words.keepMine}
            </Button>
          </Show>
        </div>
      </div>
    </div>
  );
}
