import { type Accessor, For, Show } from "solid-js";
import { splitDuration } from "../../../../src/lib/duration.ts";
import { now } from "../../../lib/clock.ts";
import { JUST_NOW_MS } from "../../../lib/time.ts";
import { Badge } from "../../../ui/Badge.tsx";
import { Icon } from "../../../ui/Icon.tsx";
import { RelativeTime } from "../../../ui/RelativeTime.tsx";
import { TagMark } from "../../../ui/TagMark.tsx";
import type { Entry } from "../../live/entry.ts";
import { typeLabel } from "../../live/monitor_types.ts";
import { StatusMark } from "../../live/StatusMark.tsx";
import { isFailing, shownStatus } from "../../live/shown_status.ts";
import { TypeIcon } from "../../live/TypeIcon.tsx";
import { text } from "../../text/monitor.ts";
import { BeatStrip } from "./BeatStrip.tsx";
import { createGlance } from "./glances.ts";

export function MonitorRow(props: {
  entry: Entry;
  index: Accessor<number>;
  isChosen: boolean;
  onChoose: (isChosen: boolean) => void;
}) {
  const monitor = props.entry.monitor;
  const glance = createGlance(props.entry);
  return (
    <tr
      class="mrow"
      classList={{
        "mrow--failing": isFailing(monitor()),
        "mrow--untagged": monitor().tags.length === 0,
      }}
      aria-rowindex={props.index() + 2}
    >
      <td class="mrow__choose">
        <input
          type="checkbox"
          aria-label={text.choose(monitor().name)}
          checked={props.isChosen}
          onChange={(event) => props.onChoose(event.currentTarget.checked)}
        />
      </td>
      <td class="mrow__name">
        <TypeIcon type={monitor().type} />
        <a class="mrow__link" href={`/admin/monitors/${props.entry.id}`} title={monitor().address}>
          {monitor().name}
        </a>
        <Beside entry={props.entry} />
      </td>
      <td
        class="mrow__tags"
        title={monitor()
          .tags.map(({ label }) => label)
          .join(", ")}
      >
        <For each={monitor().tags}>{(tag) => <TagMark tag={tag} isBare />}</For>
      </td>
      <td class="mrow__status">
        <StatusMark status={shownStatus(monitor())} />
        <Since at={monitor().paused ? null : monitor().statusSince} />
      </td>
      <td class="mrow__beats">
        <BeatStrip beats={glance.beats()} />
      </td>
      <td class="mrow__uptime" title={text.uptimeOf}>
        <Figure value={glance.uptime() ?? null} format={text.uptime} />
      </td>
      <td class="mrow__response">
        <Figure value={monitor().responseMs} format={text.ms} />
      </td>
      <td class="mrow__checked soft">
        <RelativeTime at={monitor().lastCheckedAt} absent={text.neverChecked} />
      </td>
      <td class="mrow__type soft">{typeLabel(monitor().type)}</td>
      <Show when={isFailing(monitor())}>
        <td class="mrow__message" title={monitor().message}>
          {monitor().message}
        </td>
      </Show>
    </tr>
  );
}

function Beside(props: { entry: Entry }) {
  const monitor = props.entry.monitor;
  return (
    <span class="mrow__below">
      <Show when={monitor().underMaintenance}>
        <Badge tone="accent">{text.maintenance}</Badge>
      </Show>
      <Show when={monitor().alertsNobody}>
        <span class="mrow__mute" title={text.alertsNobody}>
          <Icon name="bellOff" />
          <span class="visually-hidden">{text.alertsNobody}</span>
        </span>
      </Show>
    </span>
  );
}

function Figure(props: { value: number | null; format: (value: number) => string }) {
  return (
    <>{props.value === null ? <span class="soft">{text.noResponse}</span> : props.format(props.value)}</>
  );
}

function Since(props: { at: number | null }) {
  return <Show when={props.at}>{(at) => <span class="small soft">{describeSince(now() - at())}</span>}</Show>;
}

function describeSince(ms: number): string {
  const [{ count, short } = { count: 0, short: "s" }] = splitDuration(ms / 1000);
  return ms < JUST_NOW_MS ? text.sinceNow : text.since(`${count} ${short}`);
}
