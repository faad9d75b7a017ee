import { batch } from "solid-js";
import { navigate } from "../../lib/router.ts";
import { leaveSession } from "../../lib/session.ts";
import { LOGIN_PATH } from "./redirect.ts";

export function leave(): void {
  batch(() => {
    leaveSession();
    navigate(LOGIN_PATH);
  });
}
