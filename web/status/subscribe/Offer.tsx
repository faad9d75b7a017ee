import { createSignal, For, type JSX, Match, Show, Switch } from "solid-js";
import { CopyLine } from "./CopyLine.tsx";
import { SignUpForm } from "./SignUpForm.tsx";
import { useSubscribing } from "./words.ts";

type MethodName = "email" | "webhook" | "teamChat" | "feeds";

export function Offer(): JSX.Element {
  const { options, t } = useSubscribing();
  const { email, webhook, teamChat, rss, api } = options.methods;
  const ways = Object.entries({ email, webhook, teamChat, feeds: rss || api } satisfies Record<
    MethodName,
    boolean
  >)
    .filter(([, isOn]) => isOn)
    .map(([way]) => way as MethodName);
  const [way, setWay] = createSignal(ways[0]);
  const [sentTo, setSentTo] = createSignal<string | null>(null);
  return (
    <Show when={sentTo() === null} fallback={<Sent email={sentTo() ?? ""} />}>
      <Show when={ways.length > 0} fallback={<p>{t("subscribe.notOffered")}</p>}>
        <Show when={ways.length > 1}>
          {/* biome-ignore lint/a11y/useSemanticElements: a fieldset would be a part of a form. */}
          <div class="ways" role="group" aria-label={t("subscribe.title")}>
            <For each={ways}>
              {(name) => (
                <button
                  type="button"
                  class="button"
                  aria-pressed={way() === name}
                  onClick={() => setWay(name)}
                >
                  {t(`subscribe.${name}`)}
                </button>
              )}
            </For>
          </div>
        </Show>
        <Switch>
          <Match when={way() === "email"}>
            <SignUpForm type="email" onSent={setSentTo} />
          </Match>
          <Match when={way() === "webhook"}>
            <SignUpForm type="webhook" onSent={setSentTo} />
          </Match>
          <Match when={way() === "teamChat"}>
            <TeamChat />
          </Match>
          <Match when={way() === "feeds"}>
            <Feeds />
          </Match>
        </Switch>
      </Show>
    </Show>
  );
}

function Sent(props: { email: string }): JSX.Element {
  const { t } = useSubscribing();
  return (
    <div class="subscribe-result" role="status">
      <h3>{t("subscribe.sent")}</h3>
      <p>{t("subscribe.sentHint", { email: props.email })}</p>
    </div>
  );
}

export function TeamChat(): JSX.Element {
  const { options, t } = useSubscribing();
  return (
    <div class="subscribe-form">
      <p class="hint">{t("subscribe.teamChatHint")}</p>
      <CopyLine label={t("subscribe.teamChat")} text={options.teamChatCommand ?? ""} />
    </div>
  );
}

export function Feeds(): JSX.Element {
  const { options, t } = useSubscribing();
  return (
    <div class="subscribe-form">
      <Show when={options.methods.rss}>
        <CopyLine label={t("subscribe.rss")} text={options.urls.rss} />
        <CopyLine label={t("subscribe.atom")} text={options.urls.atom} />
      </Show>
      <Show when={options.methods.api}>
        <CopyLine label={t("subscribe.api")} text={options.urls.summary} />
        <CopyLine label={t("subscribe.apiComponents")} text={options.urls.components} />
      </Show>
    </div>
  );
}
