import { createMemo, For, Show } from "solid-js";
import { MANUAL_TYPE } from "../../../../src/domain/monitor/rule.ts";
import { DAY_MS } from "../../../../src/lib/units.ts";
import type { Monitor } from "../../../../src/schema/monitor.ts";
import { now } from "../../../lib/clock.ts";
import { formatExact } from "../../../lib/time.ts";
import { Fact } from "../../../ui/Facts.tsx";
import { RelativeTime } from "../../../ui/RelativeTime.tsx";
import { TagMark } from "../../../ui/TagMark.tsx";
import type { Entry } from "../../live/entry.ts";
import { typeLabel } from "../../live/monitor_types.ts";
import { followMonitors } from "../../live/monitors.ts";
import { StatusMark } from "../../live/StatusMark.tsx";
import { shownStatus } from "../../live/shown_status.ts";
import { text as monitorText } from "../../text/monitor.ts";
import { text } from "../../text/monitor_detail.ts";
import { text as placeText } from "../../text/place.ts";
import { PaceFacts } from "./PaceFacts.tsx";

export function FactsCard(props: { monitor: Monitor }) {
  const { entries, find, round } = followMonitors();
  const needs = createMemo(() => {
    round();
    return props.monitor.dependsOnIds.map(find).filter((entry) => entry !== undefined);
  });
  const neededBy = createMemo(() => {
    round();
    return entries().filter((entry) => entry.peek().dependsOnIds.includes(props.monitor.id));
  });
  return (
    <section class="card">
      <div class="card__head">
        <h2>{text.facts.title}</h2>
      </div>
      <dl class="card__body facts facts--loose">
        <Fact label={text.facts.type}>{typeLabel(props.monitor.type)}</Fact>
        <Show when={props.monitor.agent}>
          {(agent) => <Fact label={text.facts.checkedBy}>{placeText.agent(agent())}</Fact>}
        </Show>
        <Fact label={text.facts.lastCheck}>
          <RelativeTime at={props.monitor.lastCheckedAt} absent={monitorText.neverChecked} />
        </Fact>
        <Show when={props.monitor.responseMs !== null}>
          <Fact label={text.facts.response}>{monitorText.ms(props.monitor.responseMs ?? 0)}</Fact>
        </Show>
        <Show when={props.monitor.statusSince}>
          {(at) => (
            <Fact label={text.facts.since}>
              <RelativeTime at={at()} />
            </Fact>
          )}
        </Show>
        <Show when={props.monitor.type !== MANUAL_TYPE}>
          <PaceFacts monitor={props.monitor} />
        </Show>
        <Show when={props.monitor.certExpiresAt}>
          {(at) => (
            <Fact label={text.facts.certificate}>
              <span title={formatExact(at())}>
                {text.facts.certificateLeft(Math.floor((at() - now()) / DAY_MS))}
              </span>
            </Fact>
          )}
        </Show>
        <Show when={props.monitor.publicName}>
          {(name) => <Fact label={text.facts.publicName}>{name()}</Fact>}
        </Show>
        <Show when={props.monitor.tags.length > 0}>
          <Fact label={text.facts.tags}>
            <span class="row">
              <For each={props.monitor.tags}>{(tag) => <TagMark tag={tag} />}</For>
            </span>
          </Fact>
        </Show>
        <Show when={props.monitor.autoIncidentMinutes}>
          {(minutes) => (
            <Fact label={text.facts.incident}>
              {text.facts.incidentAfter(minutes(), text.facts.modes[props.monitor.autoIncidentMode])}
            </Fact>
          )}
        </Show>
        <Links name={text.facts.dependsOn} entries={needs()} />
        <Links name={text.facts.neededBy} entries={neededBy()} />
      </dl>
    </section>
  );
}

function Links(props: { name: string; entries: readonly Entry[] }) {
  return (
    <Show when={props.entries.length > 0}>
      <Fact label={props.name}>
        <ul class="stack stack--tight plain">
          <For each={props.entries}>
            {(entry) => (
              <li class="row">
                <a href={`/admin/monitors/${entry.id}`}>{entry.monitor().name}</a>
                <StatusMark status={shownStatus(entry.monitor())} />
              </li>
            )}
          </For>
        </ul>
      </Fact>
    </Show>
  );
}
