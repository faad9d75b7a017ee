import type { JSX } from "solid-js";
import { Button } from "./Button.tsx";
import { Dialog } from "./Dialog.tsx";
import { LeaveGuard } from "./LeaveGuard.tsx";
import { text } from "./text.ts";

/** The secret can't be shown again, so only the dialog's own button closes it. */
export function SecretDialog(props: {
  title: string;
  lead: string;
  done: string;
  isWide?: boolean;
  isDisabled?: boolean;
  onClose: () => void;
  children: JSX.Element;
}) {
  return (
    <>
      <LeaveGuard isDirty={() => true} words={text.leaveSecret} />
      <Dialog title={props.title} isWide={props.isWide ?? false} isHeld onClose={() => props.onClose()}>
        <p class="soft">{props.lead}</p>
        {props.children}
        <div class="dialog__actions">
          <Button variant="primary" disabled={props.isDisabled ?? false} onClick={() => props.onClose()}>
            {props.done}
          </Button>
        </div>
      </Dialog>
    </>
  );
}
