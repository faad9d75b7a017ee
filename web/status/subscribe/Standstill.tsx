import { type JSX, Show } from "solid-js";
import { Problem } from "./Problem.tsx";
import { useSubscribing } from "./words.ts";

export function Paused(props: { lastError: string | null; onResume: () => void }): JSX.Element {
  const { t } = useSubscribing();
  return (
    <div class="subscribe-result">
      <h3>{t("subscribe.paused")}</h3>
      <p>{t("subscribe.pausedHint")}</p>
      <Show when={props.lastError}>{(error) => <p class="hint">{error()}</p>}</Show>
      <button type="button" class="button strong" onClick={() => props.onResume()}>
        {t("subscribe.resume")}
      </button>
    </div>
  );
}

export function Ended(props: { problem: string | null; onResume: () => void }): JSX.Element {
  const { t } = useSubscribing();
  return (
    <div class="subscribe-result" role="status">
      <h3>{t("subscribe.unsubscribed")}</h3>
      <p>{t("subscribe.unsubscribedHint")}</p>
      <Problem text={props.problem} />
      <button type="button" class="button strong" onClick={() => props.onResume()}>
        {t("subscribe.again")}
      </button>
    </div>
  );
}
