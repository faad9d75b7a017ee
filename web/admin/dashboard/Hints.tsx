import { Show } from "solid-js";
import type { Board } from "../../../src/domain/monitor/board.ts";
import { currentUser } from "../../lib/session.ts";
import { text } from "../text/dashboard.ts";
import { Hint } from "./Hint.tsx";
import { usePutAway } from "./put_away.ts";
import { SilentMonitors } from "./SilentMonitors.tsx";

export function Hints(props: { silent: Board["silent"] | undefined }) {
  const { isAway, isAny, putAway, showAll } = usePutAway();
  const silentCount = () => props.silent?.total ?? 0;
  const isOpenAccount = () => !currentUser().twoFactor && !currentUser().sso;
  return (
    <>
      <Show when={!isAway(`silent ${silentCount()}`) && silentCount() > 0 && props.silent}>
        {(silent) => (
          <Hint
            tone="warn"
            about={text.silent.title(silentCount())}
            onHide={() => putAway(`silent ${silentCount()}`)}
          >
            <SilentMonitors silent={silent()} />
          </Hint>
        )}
      </Show>
      <Show when={isOpenAccount() && !isAway("two-factor")}>
        <Hint tone="info" about={text.twoFactorOff} onHide={() => putAway("two-factor")}>
          <p>
            {text.twoFactorOffLead} <a href="/admin/account?tab=two-factor">{text.twoFactorOff}</a>
          </p>
        </Hint>
      </Show>
      <Show when={isAny()}>
        <p class="small soft">
          {text.hidden}{" "}
          <button type="button" class="link" onClick={showAll}>
            {text.showHidden}
          </button>
        </p>
      </Show>
    </>
  );
}
