import type { MonitorStory } from "../../src/domain/page/monitor_story.ts";
import type { PublicIncident, PublicMaintenance, PublicPage } from "../../src/schema/public_page.ts";
import type { SubscriptionOptions } from "../../src/schema/subscription_settings.ts";

export type StatusView =
  | { kind: "home" }
  | { kind: "incident"; incident: PublicIncident; isPostMortem?: true }
  | { kind: "maintenance"; maintenance: PublicMaintenance }
  | { kind: "history"; incidents: readonly PublicIncident[]; page: number; pages: number }
  | ({ kind: "monitor" } & MonitorStory)
  | { kind: "not_found" };

export interface RenderOptions {
  path: string;
  origin: string;
  isStale?: boolean;
  isPreview?: boolean;
  isPrivate?: boolean;
  prefix?: string;
  copy?: StaticCopy;
  theme?: "light" | "dark";
}

export interface StaticCopy {
  locale: string;
  intervalSecs: number;
  banner: boolean;
}

export type RenderDocument = (page: PublicPage, view: StatusView, options: RenderOptions) => string;

export interface SignInOffer {
  unlock?: { action: string; isWrong: boolean };
  passwordLogin: boolean;
  forgottenUrl: string | null;
  sso: { label: string; url: string } | null;
}

/** Visitors without access only get the page's look and texts. */
export type RenderSignIn = (
  shell: Pick<PublicPage, "site" | "locale" | "locales" | "texts">,
  offer: SignInOffer,
  options: RenderOptions,
) => string;

export type SubscribePart =
  | { kind: "offer"; options: SubscriptionOptions }
  | {
      kind: "notice";
      title: string;
      sentence: string | null;
      button: { text: string; action: string } | null;
    };

export type RenderSubscribe = (
  shell: Pick<PublicPage, "site" | "locale" | "locales" | "texts">,
  part: SubscribePart,
  options: RenderOptions,
) => string;

export interface ScriptState {
  name: string;
  icon: string | null;
  words: Readonly<Record<string, string>>;
  titles: Readonly<Record<string, string>>;
  copy?: {
    view: StatusView;
    options: RenderOptions;
    locales: readonly string[];
    texts: Readonly<Record<string, string>>;
  };
}
