import { type JSX, Show } from "solid-js";
import { useStatusPage } from "../page_context.tsx";
import { BackLink } from "../parts/BackLink.tsx";
import { LanguageMenu, Logo } from "../parts/Header.tsx";
import type { SubscribePart } from "../view.ts";
import { Feeds, TeamChat } from "./Offer.tsx";
import { SignUpForm } from "./SignUpForm.tsx";
import { makeWords, SubscribingContext, useSubscribing } from "./words.ts";

export function SubscribeScreen(props: { part: SubscribePart }): JSX.Element {
  const { page, t, to } = useStatusPage();
  return (
    <div class="svc-page t-pending">
      <header class="svc-header">
        <a class="logo" href={to("/")}>
          <Logo />
        </a>
        <nav class="svc-navigation" aria-label={t("page.menu")}>
          <Show when={props.part.kind === "offer" && page().locales.length > 1}>
            <LanguageMenu />
          </Show>
        </nav>
      </header>
      <main class="svc-content" id="content">
        <div class="subscribe-page">
          <Part part={props.part} />
          <BackLink />
        </div>
      </main>
    </div>
  );
}

function Part(props: { part: SubscribePart }): JSX.Element {
  const { page } = useStatusPage();
  const part = props.part;
  if (part.kind === "offer")
    return (
      <SubscribingContext.Provider value={{ options: part.options, t: makeWords(page().texts) }}>
        <Ways />
      </SubscribingContext.Provider>
    );
  return (
    <>
      <h1>{part.title}</h1>
      <Show when={part.sentence}>
        <p>{part.sentence}</p>
      </Show>
      <Show when={part.button}>
        {(button) => (
          <form method="post" action={button().action}>
            <button type="submit" class="button strong" name="List-Unsubscribe" value="One-Click">
              {button().text}
            </button>
          </form>
        )}
      </Show>
    </>
  );
}

function Ways(): JSX.Element {
  const { options, t } = useSubscribing();
  const { email, webhook, teamChat, rss, api } = options.methods;
  const isNothing = !(email || webhook || teamChat || rss || api);
  return (
    <>
      <h1>{t("subscribe.title")}</h1>
      <Show when={isNothing}>
        <p>{t("subscribe.notOffered")}</p>
      </Show>
      <Show when={email}>
        <section>
          <h2>{t("subscribe.email")}</h2>
          <SignUpForm type="email" />
        </section>
      </Show>
      <Show when={webhook}>
        <noscript>
          <p>{t("subscribe.webhookNeedsScript")}</p>
        </noscript>
      </Show>
      <Show when={teamChat}>
        <section>
          <h2>{t("subscribe.teamChat")}</h2>
          <TeamChat />
        </section>
      </Show>
      <Show when={rss || api}>
        <section>
          <h2>{t("subscribe.feeds")}</h2>
          <Feeds />
        </section>
      </Show>
    </>
  );
}
