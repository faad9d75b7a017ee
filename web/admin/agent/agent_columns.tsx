import { For, Show } from "solid-js";
import type { Agent } from "../../../src/schema/agent.ts";
import { Badge, type BadgeTone } from "../../ui/Badge.tsx";
import { RelativeTime } from "../../ui/RelativeTime.tsx";
import { RowMenu } from "../../ui/RowMenu.tsx";
import { StateCell } from "../../ui/StateCell.tsx";
import type { Column } from "../../ui/Table.tsx";
import { text } from "../text/agent.ts";

export type AgentDeed = "edit" | "rotate" | "revoke" | "remove";

const TONES: Readonly<Record<Agent["status"], BadgeTone>> = {
  online: "good",
  away: "warn",
  never: "neutral",
};

export function agentColumns(onDeed: (deed: AgentDeed, agent: Agent) => void): readonly Column<Agent>[] {
  return [
    { header: text.columns.name, kind: "lead", cell: (agent) => <AgentName agent={agent} /> },
    { header: text.columns.status, cell: (agent) => <AgentState agent={agent} /> },
    { header: text.columns.host, cell: (agent) => <AgentHost agent={agent} /> },
    { header: text.columns.lastHour, cell: (agent) => <AgentHour agent={agent} /> },
    { header: text.columns.version, cell: ({ agentVersion }) => agentVersion ?? text.unknown },
    { header: text.columns.monitors, cell: ({ monitors }) => String(monitors) },
    {
      header: text.columns.roundTrip,
      cell: ({ roundTripMs }) => (roundTripMs === null ? text.unknown : text.ms(roundTripMs)),
    },
    {
      header: text.columns.actions,
      kind: "end",
      cell: (agent) => <AgentMenu agent={agent} onDeed={onDeed} />,
    },
  ];
}

function AgentName(props: { agent: Agent }) {
  return (
    <span class="table__main">
      <span class="strong break">{props.agent.name}</span>
      <span class="small soft break">{props.agent.description || props.agent.key}</span>
    </span>
  );
}

function AgentState(props: { agent: Agent }) {
  return (
    <StateCell
      badge={<Badge tone={TONES[props.agent.status]}>{text.statuses[props.agent.status]}</Badge>}
      why={<Show when={props.agent.since}>{(at) => <RelativeTime at={at()} />}</Show>}
    />
  );
}

function AgentHost(props: { agent: Agent }) {
  return (
    <Show when={props.agent.host} fallback={text.unknown}>
      {(host) => (
        <span class="table__main">
          <span class="break">{host()}</span>
          <span class="small soft break">{props.agent.address}</span>
          <Show when={props.agent.processes.length > 1}>
            <span class="small soft" title={text.processesHint}>
              {text.processes(props.agent.processes.length)}
            </span>
          </Show>
        </span>
      )}
    </Show>
  );
}

function AgentHour(props: { agent: Agent }) {
  return (
    <span class="table__main">
      <span>{props.agent.lastHour === null ? text.unknown : text.checks(props.agent.lastHour.checks)}</span>
      <Show when={props.agent.lastHour?.notMade}>
        {(notMade) => (
          <span class="small soft" title={text.notMadeHint}>
            {text.notMade(notMade())}
          </span>
        )}
      </Show>
      <For each={props.agent.lacks}>
        {({ what, reason }) => (
          <span class="small soft" title={reason}>
            {text.lacks(what)}
          </span>
        )}
      </For>
    </span>
  );
}

function AgentMenu(props: { agent: Agent; onDeed: (deed: AgentDeed, agent: Agent) => void }) {
  const action = (deed: AgentDeed) => ({
    kind: "action" as const,
    onSelect: () => props.onDeed(deed, props.agent),
  });
  return (
    <RowMenu
      label={text.menu(props.agent.name)}
      items={[
        { ...action("edit"), label: text.edit, icon: "edit" },
        { ...action("rotate"), label: text.rotate, icon: "key" },
        ...(props.agent.oldTokenUntil === null
          ? []
          : [{ ...action("revoke"), label: text.revokeOld, icon: "lock" as const }]),
        { kind: "line" },
        { ...action("remove"), label: text.remove, icon: "trash", isDanger: true },
      ]}
    />
  );
}
