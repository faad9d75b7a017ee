import { createSignal } from "solid-js";
import { text } from "../../text/access.ts";
import { AuthFrame } from "./AuthFrame.tsx";
import { CodeForm } from "./CodeForm.tsx";

export function CodeStep(props: { challengeToken: string; onStartAgain: () => void }) {
  const [isRecovery, setIsRecovery] = createSignal(false);
  return (
    <AuthFrame title={text.code.title} lead={isRecovery() ? text.code.recoveryLead : text.code.lead}>
      <CodeForm
        challengeToken={props.challengeToken}
        isRecovery={isRecovery()}
        onSwap={setIsRecovery}
        onStartAgain={() => props.onStartAgain()}
      />
    </AuthFrame>
  );
}
