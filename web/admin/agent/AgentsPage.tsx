import { createSignal, onCleanup, Show } from "solid-js";
import type { AgentWithToken } from "../../../src/schema/agent.ts";
import { createLoad } from "../../lib/load.ts";
import { Button } from "../../ui/Button.tsx";
import { ListCard } from "../../ui/ListCard.tsx";
import { PageHeader } from "../../ui/PageHeader.tsx";
import { listAgents } from "../api/agent.ts";
import { text } from "../text/agent.ts";
import { AgentDialogs, type OpenDialog } from "./AgentDialogs.tsx";
import { AgentTokenDialog } from "./AgentTokenDialog.tsx";
import { agentColumns } from "./agent_columns.tsx";

const EVERY_MS = 5000;

export default function AgentsPage() {
  const agents = createLoad(listAgents);
  const [asked, setAsked] = createSignal<OpenDialog>();
  const [shown, setShown] = createSignal<AgentWithToken>();
  const columns = agentColumns((deed, agent) => setAsked({ deed, agent }));
  const timer = setInterval(() => document.hidden || asked() || agents.reload(), EVERY_MS);
  onCleanup(() => clearInterval(timer));

  const add = () => (
    <Button variant="primary" icon="plus" onClick={() => setAsked({ deed: "add" })}>
      {text.add}
    </Button>
  );

  function refresh(): void {
    setAsked(undefined);
    agents.reload();
  }

  return (
    <>
      <PageHeader title={text.title} lead={text.lead} actions={agents.data()?.length ? add() : undefined} />
      <ListCard
        load={agents}
        caption={text.title}
        columns={columns}
        empty={{ icon: "plug", ...text.empty, add }}
      />
      <AgentDialogs
        asked={asked()}
        onClose={() => setAsked(undefined)}
        onChanged={refresh}
        onToken={(agent) => {
          refresh();
          setShown(agent);
        }}
      />
      <Show when={shown()}>
        {(agent) => <AgentTokenDialog agent={agent()} onClose={() => setShown(undefined)} />}
      </Show>
    </>
  );
}
