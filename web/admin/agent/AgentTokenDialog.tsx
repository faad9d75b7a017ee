import type { AgentWithToken } from "../../../src/schema/agent.ts";
import { Button } from "../../ui/Button.tsx";
import { CopyField } from "../../ui/CopyField.tsx";
import { CopySheet } from "../../ui/CopySheet.tsx";
import { Dialog } from "../../ui/Dialog.tsx";
import { text } from "../text/agent.ts";

/** The token can't be shown again, so only its own button closes the dialog. */
export function AgentTokenDialog(props: { agent: AgentWithToken; onClose: () => void }) {
  const url = location.origin;
  return (
    <Dialog title={text.shownTitle(props.agent.name)} isWide isHeld onClose={() => props.onClose()}>
      <p class="soft">{text.shownLead}</p>
      <CopySheet label={text.command} value={`npx uptide agent --url ${url} --token ${props.agent.token}`} />
      <CopyField label={text.token} value={props.agent.token} />
      <div class="dialog__actions">
        <Button variant="primary" onClick={() => props.onClose()}>
          {text.done}
        </Button>
      </div>
    </Dialog>
  );
}
