import { Show } from "solid-js";
import type { Agent, AgentWithToken } from "../../../src/schema/agent.ts";
import { ConfirmDialog } from "../../ui/ConfirmDialog.tsx";
import { RemoveDialog } from "../../ui/RemoveDialog.tsx";
import { showToast } from "../../ui/toast.ts";
import { removeAgent, revokeOldAgentToken, rotateAgentToken } from "../api/agent.ts";
import { text } from "../text/agent.ts";
import { AgentDialog } from "./AgentDialog.tsx";
import type { AgentDeed } from "./agent_columns.tsx";

export type OpenDialog = { deed: "add" } | { deed: AgentDeed; agent: Agent };

interface Props {
  asked: OpenDialog | undefined;
  onClose: () => void;
  onChanged: () => void;
  onToken: (agent: AgentWithToken) => void;
}

export function AgentDialogs(props: Props) {
  const agentFor = (deed: AgentDeed) => (props.asked?.deed === deed ? props.asked.agent : undefined);
  const editing = () => {
    if (props.asked?.deed === "add") return { stored: null };
    const stored = agentFor("edit");
    return stored && { stored };
  };
  return (
    <>
      <Show when={editing()} keyed>
        {({ stored }) => (
          <AgentDialog
            stored={stored}
            onClose={() => props.onClose()}
            onCreated={(agent) => props.onToken(agent)}
            onSaved={({ name }) => {
              props.onChanged();
              showToast(text.saved(name));
            }}
          />
        )}
      </Show>
      <Show when={agentFor("rotate")}>
        {(agent) => (
          <ConfirmDialog
            title={text.rotateTitle(agent().name)}
            lead={text.rotateLead}
            ends={agent().oldTokenUntil ? text.rotateEnds : []}
            confirm={text.rotate}
            isHarmless
            onClose={() => props.onClose()}
            onConfirm={async () => props.onToken(await rotateAgentToken(agent().key))}
          />
        )}
      </Show>
      <Show when={agentFor("revoke")}>
        {(agent) => (
          <ConfirmDialog
            title={text.revokeTitle(agent().name)}
            lead={text.revokeLead}
            confirm={text.revokeOld}
            onClose={() => props.onClose()}
            onConfirm={async () => {
              await revokeOldAgentToken(agent().key);
              props.onChanged();
              showToast(text.revoked);
            }}
          />
        )}
      </Show>
      <RemoveDialog
        what={agentFor("remove")}
        ends={({ monitors }) => [text.removeEnds(monitors)]}
        words={text}
        remove={async ({ key, monitors }) => await removeAgent(key, { pausesMonitors: monitors > 0 })}
        onClose={() => props.onClose()}
        onRemoved={() => props.onChanged()}
      />
    </>
  );
}
