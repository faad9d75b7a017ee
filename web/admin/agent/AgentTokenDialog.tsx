import type { AgentWithToken } from "../../../src/schema/agent.ts";
import { CopyField } from "../../ui/CopyField.tsx";
import { CopySheet } from "../../ui/CopySheet.tsx";
import { SecretDialog } from "../../ui/SecretDialog.tsx";
import { text } from "../text/agent.ts";

export function AgentTokenDialog(props: { agent: AgentWithToken; onClose: () => void }) {
  const url = location.origin;
  return (
    <SecretDialog
      title={text.shownTitle(props.agent.name)}
      lead={text.shownLead}
      done={text.done}
      isWide
      onClose={() => props.onClose()}
    >
      <CopySheet label={text.command} value={`npx uptide agent --url ${url} --token ${props.agent.token}`} />
      <CopyField label={text.token} value={props.agent.token} />
    </SecretDialog>
  );
}
