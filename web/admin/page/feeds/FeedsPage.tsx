import { Show } from "solid-js";
import type { PublicPage } from "../../../../src/schema/public_page.ts";
import type {
  SubscriptionOptions,
  SubscriptionSettingsResponse,
} from "../../../../src/schema/subscription_settings.ts";
import { createLoad } from "../../../lib/load.ts";
import { LoadedPage } from "../../../ui/LoadedPage.tsx";
import { Section } from "../../../ui/Section.tsx";
import { showOutcome } from "../../../ui/toast.ts";
import { getPublicPage } from "../../api/layout.ts";
import { getSignInConfig } from "../../api/sign_in.ts";
import {
  getSubscriptionOptions,
  getSubscriptionSettings,
  updateSubscriptionSettings,
} from "../../api/subscription_settings.ts";
import { text } from "../../text/feeds.ts";
import { BadgeSection } from "./BadgeSection.tsx";
import { EmbedSection } from "./EmbedSection.tsx";
import "./feeds.css";
import { OfferSection, OwnSwitch, type SwitchName } from "./OfferSection.tsx";
import { apiSources, calendarSources, feedSources, teamChatSources } from "./snippets.ts";
import { SourceChoice } from "./TakeAlong.tsx";

interface Feeds {
  settings: SubscriptionSettingsResponse;
  options: SubscriptionOptions;
  page: PublicPage;
  isPrivate: boolean;
}

export default function FeedsPage() {
  const feeds = createLoad(loadFeeds);

  const change = async (change: Partial<Record<SwitchName, boolean>>, name: string) =>
    await showOutcome(async () => {
      const settings = await updateSubscriptionSettings(change);
      const known = feeds.data();
      if (known) feeds.set({ ...known, settings });
      return Object.values(change).includes(true) ? text.switchedOn(name) : text.switchedOff(name);
    });

  return (
    <LoadedPage title={text.title} lead={text.lead} load={feeds}>
      {(loaded) => <Sections loaded={loaded()} onSwitch={change} />}
    </LoadedPage>
  );
}

function Sections(props: {
  loaded: Feeds;
  onSwitch: (change: Partial<Record<SwitchName, boolean>>, name: string) => Promise<void>;
}) {
  const site = { root: rootOf(props.loaded.options), name: props.loaded.page.site.name };
  const common = () => ({
    settings: props.loaded.settings,
    isPrivate: props.loaded.isPrivate,
    onSwitch: props.onSwitch,
  });
  return (
    <div class="stack feeds">
      <Section title={text.master.title} lead={text.master.lead}>
        <div class="stack stack--tight">
          <OwnSwitch
            label={text.master.label}
            hint={text.master.hint}
            isOn={props.loaded.settings.enabled}
            onSwitch={async (enabled) => await props.onSwitch({ enabled }, text.master.title)}
          />
          <p>
            <a href="/admin/subscribers/settings">{text.master.more}</a>
          </p>
        </div>
      </Section>
      <OfferSection {...common()} words={text.feeds} name="rssEnabled" sources={feedSources(site)} />
      <OfferSection
        {...common()}
        words={text.teamChat}
        name="allowTeamChat"
        sources={teamChatSources(site)}
      />
      <OfferSection {...common()} words={text.api} name="apiEnabled" sources={apiSources(site)} />
      <Section title={text.calendar.title} lead={text.calendar.lead}>
        <div class="stack">
          <Show when={props.loaded.isPrivate}>
            <p class="small soft">{text.onlySignedIn}</p>
          </Show>
          <SourceChoice sources={calendarSources(site)} off={undefined} />
        </div>
      </Section>
      <BadgeSection page={props.loaded.page} root={site.root} isPrivate={props.loaded.isPrivate} />
      <EmbedSection
        page={props.loaded.page}
        root={site.root}
        settings={props.loaded.settings}
        isPrivate={props.loaded.isPrivate}
      />
    </div>
  );
}

async function loadFeeds(signal: AbortSignal): Promise<Feeds> {
  const [settings, options, page, config] = await Promise.all([
    getSubscriptionSettings(signal),
    getSubscriptionOptions(signal),
    getPublicPage(signal),
    getSignInConfig(signal),
  ]);
  return { settings, options, page, isPrivate: config.private };
}

function rootOf({ urls }: SubscriptionOptions): string {
  return new URL(urls.rss).origin;
}
