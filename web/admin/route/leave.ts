import { batch } from "solid-js";
import { askToLeave, navigate } from "../../lib/router.ts";
import { leaveSession } from "../../lib/session.ts";
import { showFault } from "../../ui/toast.ts";
import { LOGIN_PATH } from "./redirect.ts";

export function leave(): void {
  batch(() => {
    leaveSession();
    navigate(LOGIN_PATH, { isForced: true });
  });
}

export function leaveAfter(signOut: () => Promise<void>): void {
  askToLeave(() => {
    signOut().then(leave, showFault);
  });
}
