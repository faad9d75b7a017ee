import { createSignal, type JSX, Show } from "solid-js";
import { ask } from "./ask.ts";
import { Problem } from "./Problem.tsx";
import { useSubscribing } from "./words.ts";

export function Unsubscribe(props: { token: string; onDone: () => void }): JSX.Element {
  const { t } = useSubscribing();
  const [isAsking, setAsking] = createSignal(false);
  const [problem, setProblem] = createSignal<string | null>(null);

  async function unsubscribe(): Promise<void> {
    const body = { token: props.token };
    const response = await ask({ path: "/unsubscribe", method: "POST", body }, t);
    if (response.refusal) setProblem(response.refusal.sentence);
    else props.onDone();
  }

  return (
    <div class="unsubscribe">
      <Show
        when={isAsking()}
        fallback={
          <button type="button" class="button" onClick={() => setAsking(true)}>
            {t("subscribe.unsubscribe")}
          </button>
        }
      >
        <p role="alert">{t("subscribe.unsubscribeSure")}</p>
        <Problem text={problem()} />
        <div class="actions">
          <button type="button" class="button danger" onClick={unsubscribe}>
            {t("subscribe.unsubscribe")}
          </button>
          <button type="button" class="button outlined" onClick={() => setAsking(false)}>
            {t("subscribe.cancel")}
          </button>
        </div>
      </Show>
    </div>
  );
}
