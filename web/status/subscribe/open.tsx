import { type JSX, Match, Switch } from "solid-js";
import { render } from "solid-js/web";
import type { Preferences } from "../../../src/schema/sign_up.ts";
import type { SubscriptionOptions } from "../../../src/schema/subscription_settings.ts";
import { ask } from "./ask.ts";
import { Confirm } from "./Confirm.tsx";
import { Manage } from "./Manage.tsx";
import { Offer } from "./Offer.tsx";
import { loadOptions, loadTexts, NOTHING_OFFERED } from "./options.ts";
import { makeWords, SubscribingContext } from "./words.ts";

interface Found {
  preferences?: Preferences;
  problem?: { sentence: string; hint: string | null };
}

let opening: Promise<void> | undefined;

/** Two quick clicks open one dialog. */
export function openDialog(token?: string): Promise<void> {
  opening ??= open(token).finally(() => {
    opening = undefined;
  });
  return opening;
}

async function open(token?: string): Promise<void> {
  if (document.querySelector("dialog.subscribe")) return;
  const [texts, options] = await Promise.all([loadTexts(), loadOptions()]);
  const t = makeWords(texts);
  const found = await find(token, options, t);
  const shown = options ?? NOTHING_OFFERED;
  const dialog = document.createElement("dialog");
  dialog.className = "subscribe";
  dialog.setAttribute("aria-labelledby", "subscribe-title");
  document.body.append(dialog);
  const content = () => (
    <SubscribingContext.Provider value={{ options: shown, t }}>
      <header>
        <h2 id="subscribe-title">{t(titleOf(found))}</h2>
        <button
          type="button"
          class="button dialog-close"
          aria-label={t("subscribe.close")}
          onClick={() => dialog.close()}
        >
          <span aria-hidden="true">×</span>
        </button>
      </header>
      <Content found={found} token={token ?? ""} />
    </SubscribingContext.Provider>
  );
  const dispose = render(content, dialog);
  dialog.addEventListener("close", () => {
    dispose();
    dialog.remove();
  });
  dialog.showModal();
}

function Content(props: { found: Found; token: string }): JSX.Element {
  return (
    <Switch fallback={<Offer />}>
      <Match when={props.found.problem}>
        {(problem) => (
          <div class="subscribe-result" role="alert">
            <p>{problem().sentence}</p>
            <p class="hint">{problem().hint}</p>
          </div>
        )}
      </Match>
      <Match when={props.found.preferences?.purpose === "confirm" && props.found.preferences}>
        {(preferences) => <Confirm token={props.token} preferences={preferences()} />}
      </Match>
      <Match when={props.found.preferences}>
        {(preferences) => <Manage token={props.token} preferences={preferences()} />}
      </Match>
    </Switch>
  );
}

function titleOf({ preferences, problem }: Found): string {
  if (preferences === undefined) return problem ? "subscribe.manage" : "subscribe.title";
  return preferences.purpose === "confirm" ? "subscribe.confirmTitle" : "subscribe.manage";
}

async function find(
  token: string | undefined,
  options: SubscriptionOptions | null,
  t: (key: string) => string,
): Promise<Found> {
  if (token === undefined) return options ? {} : { problem: { sentence: t("subscribe.failed"), hint: null } };
  const body = { token };
  const reply = await ask<Preferences>({ path: "/preferences", method: "POST", body }, t);
  if (!reply.refusal) return { preferences: reply.value };
  const sentence = reply.refusal.sentence ?? t("subscribe.unknown");
  const hint =
    sentence === t("subscribe.expired")
      ? "subscribe.expiredHint"
      : sentence === t("subscribe.unknown")
        ? "subscribe.unknownHint"
        : null;
  return { problem: { sentence, hint: hint && t(hint) } };
}
