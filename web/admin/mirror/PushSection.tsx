import { createSignal, onCleanup, Show } from "solid-js";
import type { MirrorPush, MirrorResponse } from "../../../src/schema/mirror.ts";
import { ApiError } from "../../lib/api.ts";
import { language } from "../../lib/language.ts";
import type { Load } from "../../lib/load.ts";
import { Badge } from "../../ui/Badge.tsx";
import { RelativeTime } from "../../ui/RelativeTime.tsx";
import { Section } from "../../ui/Section.tsx";
import { type Column, Table } from "../../ui/Table.tsx";
import { TryPanel } from "../../ui/TryPanel.tsx";
import { pushMirror } from "../api/mirror.ts";
import { text } from "../text/mirror.ts";

const { columns } = text.push;
const POLL_MS = 1500;

const COLUMNS: readonly Column<MirrorPush>[] = [
  { header: columns.at, kind: "lead", cell: ({ at }) => <RelativeTime at={at} /> },
  {
    header: columns.outcome,
    cell: ({ ok, error }) => (
      <>
        <Badge tone={ok ? "good" : "bad"}>{ok ? text.push.ok : text.push.notOk}</Badge>
        <Show when={error}>
          <p class="small break">{error}</p>
        </Show>
      </>
    ),
  },
  { header: columns.files, cell: ({ uploaded }) => uploaded.toLocaleString(language) },
  { header: columns.size, cell: ({ bytes }) => text.push.size(bytes) },
  { header: columns.took, cell: ({ ms }) => text.push.took(ms) },
];

export function PushSection(props: { load: Load<MirrorResponse>; stored: MirrorResponse; isDirty: boolean }) {
  const [isPushing, setIsPushing] = createSignal(false);
  const timer = setInterval(() => isPushing() && props.load.reload(), POLL_MS);
  onCleanup(() => clearInterval(timer));
  const lead = () => {
    if (!props.stored.enabled) return text.push.off;
    return props.isDirty ? text.push.unsaved : text.push.hint;
  };
  async function push(): Promise<string> {
    setIsPushing(true);
    try {
      const tried = await pushMirror();
      if (!tried.ok) throw new ApiError(200, tried);
      return text.push.done;
    } finally {
      setIsPushing(false);
      props.load.reload();
    }
  }
  return (
    <Section title={text.push.title} lead={text.push.lead}>
      <div class="stack">
        <TryPanel
          lead={lead()}
          label={text.push.action}
          icon="upload"
          failed={text.push.failed}
          isDisabled={!props.stored.enabled || props.isDirty}
          onTry={push}
        />
        <Show when={props.stored.pushes.length > 0} fallback={<p class="small soft">{text.push.none}</p>}>
          <Table caption={text.push.caption} columns={COLUMNS} rows={props.stored.pushes.toReversed()} />
        </Show>
      </div>
    </Section>
  );
}
