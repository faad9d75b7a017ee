import { createSignal, Show } from "solid-js";
import type { SubscriptionSettings } from "../../../../src/schema/subscription_settings.ts";
import { Section } from "../../../ui/Section.tsx";
import { Switch } from "../../../ui/Switch.tsx";
import { text } from "../../text/feeds.ts";
import type { Source } from "./snippets.ts";
import { SourceChoice } from "./TakeAlong.tsx";

export type SwitchName = "enabled" | "rssEnabled" | "allowTeamChat" | "apiEnabled";

export function OwnSwitch(props: {
  label: string;
  hint?: string;
  isOn: boolean;
  onSwitch: (isOn: boolean) => Promise<void>;
}) {
  const [wanted, setWanted] = createSignal<boolean>();
  async function change(isOn: boolean): Promise<void> {
    setWanted(isOn);
    await props.onSwitch(isOn);
    setWanted(undefined);
  }
  return (
    <Switch
      label={props.label}
      hint={props.hint}
      isOn={wanted() ?? props.isOn}
      onChange={(isOn) => void change(isOn)}
    />
  );
}

export function OfferSection(props: {
  words: { title: string; lead: string; label: string };
  name: Exclude<SwitchName, "enabled">;
  sources: readonly Source[];
  settings: SubscriptionSettings;
  isPrivate: boolean;
  onSwitch: (change: Partial<Record<SwitchName, boolean>>, name: string) => Promise<void>;
}) {
  const off = () => {
    if (props.isPrivate) return text.isPrivate;
    if (!props.settings.enabled) return text.allOff;
    if (!props.settings[props.name]) return text.ownOff;
    if (props.name === "allowTeamChat" && props.settings.allowedEvents.length === 0) return text.noNews;
    return undefined;
  };
  return (
    <Section title={props.words.title} lead={props.words.lead}>
      <div class="stack">
        <OwnSwitch
          label={props.words.label}
          isOn={props.settings[props.name]}
          onSwitch={async (isOn) => await props.onSwitch({ [props.name]: isOn }, props.words.label)}
        />
        <Show when={off()}>{(why) => <p class="small soft">{why()}</p>}</Show>
        <SourceChoice sources={props.sources} off={off()} />
      </div>
    </Section>
  );
}
