import { createSignal, type JSX, Show } from "solid-js";
import type { Confirmation, Preferences } from "../../../src/schema/sign_up.ts";
import { ask } from "./ask.ts";
import { CopyLine } from "./CopyLine.tsx";
import { Problem } from "./Problem.tsx";
import { useSubscribing } from "./words.ts";

/** Email scanners open links, so only a click confirms. */
export function Confirm(props: { token: string; preferences: Preferences }): JSX.Element {
  const { t } = useSubscribing();
  const [done, setDone] = createSignal<Confirmation | null>(null);
  const [problem, setProblem] = createSignal<string | null>(null);
  const [isBusy, setBusy] = createSignal(false);

  async function confirm(): Promise<void> {
    if (isBusy()) return;
    setBusy(true);
    const body = { token: props.token };
    const response = await ask<Confirmation>({ path: "/confirm", method: "POST", body }, t);
    setBusy(false);
    setProblem(response.refusal?.sentence ?? null);
    if (response.value) setDone(response.value);
  }

  const isUsed = props.preferences.status === "active" || props.preferences.status === "disabled";
  if (isUsed)
    return (
      <div class="subscribe-result" role="status">
        <p class="destination">{props.preferences.destination}</p>
        <h3>{t("subscribe.used")}</h3>
        <p>{t("subscribe.usedHint")}</p>
      </div>
    );
  return (
    <Show
      when={done()}
      fallback={
        <div class="subscribe-form">
          <p class="destination">{props.preferences.destination}</p>
          <p class="hint">{t("subscribe.confirmHint")}</p>
          <Problem text={problem()} />
          <button type="button" class="button strong" aria-busy={isBusy()} onClick={confirm}>
            {t("subscribe.confirm")}
          </button>
        </div>
      }
    >
      {(response) => (
        <div class="subscribe-result" role="status">
          <h3>{t("subscribe.confirmed")}</h3>
          <p>{t("subscribe.confirmedHint")}</p>
          <Show when={response().signingSecret}>
            {(secret) => (
              <>
                <CopyLine label={t("subscribe.signingSecret")} text={secret()} />
                <p class="hint">{t("subscribe.signingSecretHint")}</p>
              </>
            )}
          </Show>
        </div>
      )}
    </Show>
  );
}
