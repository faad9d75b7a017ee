import type { PublicIncident, PublicMaintenance, PublicPage } from "../../src/schema/public_page.ts";
import type { SubscriptionOptions } from "../../src/schema/subscription_settings.ts";

/** Which of the page's addresses this is, with what the page itself does not hold. */
export type StatusView =
  | { kind: "home" }
  | { kind: "incident"; incident: PublicIncident; isPostMortem?: true }
  | { kind: "maintenance"; maintenance: PublicMaintenance }
  | { kind: "history"; incidents: readonly PublicIncident[]; page: number; pages: number }
  | { kind: "not_found" };

export interface RenderOptions {
  /** Of the address asked for, such as /history. */
  path: string;
  /** Such as https://status.example.com. */
  origin: string;
  /** The data could not be renewed: the page says so instead of claiming anything. */
  isStale?: boolean;
  /** Shown in the panel, where nobody uses it. */
  isPreview?: boolean;
  /** Everybody who sees it is signed in. */
  isPrivate?: boolean;
  /** It stands among files that nothing answers for. */
  copy?: StaticCopy;
  /** Instead of what the visitor's system says. */
  theme?: "light" | "dark";
}

/** What a page of the static copy has to know of it. */
export interface StaticCopy {
  /** The language without a folder of its own. */
  locale: string;
  /** How often a newer one is put in its place. */
  intervalSecs: number;
  /** It says that it is one also while it is new. */
  banner: boolean;
}

export type RenderDocument = (page: PublicPage, view: StatusView, options: RenderOptions) => string;

/** Ways of signing in to a private page. */
export interface SignInOffer {
  passwordLogin: boolean;
  /** Where a new password is asked for; null where it is not. */
  forgottenUrl: string | null;
  sso: { label: string; url: string } | null;
}

/** For somebody who may not see the page: of it, only its look and its texts. */
export type RenderSignIn = (
  shell: Pick<PublicPage, "site" | "locale" | "locales" | "texts">,
  offer: SignInOffer,
  options: RenderOptions,
) => string;

/** What stands at the page for subscribing, or is answered to a form there. */
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

/** What the script needs and can't read off the page. */
export interface ScriptState {
  name: string;
  /** Of the tab while all is well; null for a mark. */
  icon: string | null;
  words: Readonly<Record<string, string>>;
  /** Of incidents that days of the bars tell of. */
  titles: Readonly<Record<string, string>>;
  /** Only in the static copy, whose pages are drawn anew from data. */
  copy?: {
    view: StatusView;
    options: RenderOptions;
    /** Codes of its languages. */
    locales: readonly string[];
    texts: Readonly<Record<string, string>>;
  };
}
