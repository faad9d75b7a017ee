import { renderToString } from "solid-js/web";
import { escapeHtml } from "../../src/lib/escape_html.ts";
import type { PublicPage } from "../../src/schema/public_page.ts";
import { arrangeBands, bandRules } from "./bands.ts";
import { linksOf, linkToStyle, ownLinks, writeDocument } from "./document_text.ts";
import { titleOf } from "./head.ts";
import { StatusPageProvider } from "./page_context.tsx";
import { StatusPage } from "./StatusPage.tsx";
import { partsOf, rootAttributes, scriptStateOf } from "./script_state.ts";
import { SignInScreen } from "./sign_in/SignInScreen.tsx";
import { SubscribeScreen } from "./subscribe/SubscribeScreen.tsx";
import type { RenderDocument, RenderSignIn, RenderSubscribe } from "./view.ts";

declare const STATUS_ASSETS: Record<"script" | "style", string>;
declare const PRIVATE_ASSETS: typeof STATUS_ASSETS;
declare const STATUS_STYLE: string;
declare const COPY_ASSETS: readonly string[];

export const COPY_FILES = COPY_ASSETS;

/** With the style sheet inside, a first view waits for one response instead of two. */
export function inlineStyle(html: string): string {
  const { style } = STATUS_ASSETS;
  return html.replace(linkToStyle(style), () => `<style data-sheet="${style}">${STATUS_STYLE}</style>`);
}

export const renderDocument: RenderDocument = (page, view, options) => {
  const shown = view.kind === "home" ? page : { ...page, ...partsOf(view) };
  const body = renderToString(() => (
    <StatusPage page={() => shown} isStale={() => options.isStale === true} view={view} options={options} />
  ));
  const bands = view.kind === "home" ? bandRules(arrangeBands(page.layout.children)) : "";
  const attributes = Object.entries(rootAttributes(page, view)).map(
    ([name, value]) => ` ${name}="${escapeHtml(value)}"`,
  );
  return writeDocument(page, {
    ...STATUS_ASSETS,
    title: titleOf(page, view),
    theme: options.theme,
    prefix: options.prefix,
    rules: bands,
    links: linksOf(page, view, options),
    body: `<div id="root"${attributes.join("")}>${body}</div>${noteForLinks(page, view.kind)}`,
    data: { id: "state", value: scriptStateOf(page, view, options) },
  });
};

export const renderSignIn: RenderSignIn = (shell, offer, options) => {
  const { site, locale, texts } = shell;
  const page = emptyPage(shell);
  const body = renderToString(() => (
    <StatusPageProvider page={() => page} isStale={() => false} options={options}>
      <SignInScreen offer={offer} />
    </StatusPageProvider>
  ));
  const own = Object.entries(texts).filter(([key]) => key.startsWith("signIn."));
  return writeDocument(
    { site, locale },
    {
      ...PRIVATE_ASSETS,
      base: STATUS_ASSETS.style,
      title: `${texts["signIn.title"] ?? ""} – ${site.name}`,
      theme: options.theme,
      prefix: options.prefix,
      rules: "",
      links: ownLinks(site),
      body,
      data: { id: "texts", value: Object.fromEntries(own) },
    },
  );
};

export const renderSubscribe: RenderSubscribe = (shell, part, options) => {
  const { site, locale, texts } = shell;
  const body = renderToString(() => (
    <StatusPageProvider page={() => emptyPage(shell)} isStale={() => false} options={options}>
      <SubscribeScreen part={part} />
    </StatusPageProvider>
  ));
  const title = part.kind === "offer" ? (texts["subscribe.title"] ?? "") : part.title;
  return writeDocument(
    { site, locale },
    {
      ...STATUS_ASSETS,
      title: `${title} – ${site.name}`,
      theme: options.theme,
      prefix: options.prefix,
      rules: "",
      links: ownLinks(site),
      body,
    },
  );
};

/**
 * The token of an email link is in the fragment, which the server can't see: without JavaScript it can only show this
 * note.
 */
function noteForLinks({ subscriptions, texts }: PublicPage, kind: string): string {
  const isWanted = subscriptions.enabled && kind === "home";
  const text = escapeHtml(texts["subscribe.needsScript"] ?? "");
  return isWanted ? `<noscript><p class="script-note">${text}</p></noscript>` : "";
}

/** Must not contain anything from the private page. */
function emptyPage(shell: Parameters<RenderSignIn>[0]): PublicPage {
  return {
    ...shell,
    version: "",
    takenAt: "",
    overall: { status: "pending", incidents: 0 },
    layout: { id: "root", type: "page", children: [] },
    monitors: [],
    incidents: [],
    maintenances: [],
    charts: {},
    subscriptions: { enabled: false, rss: false, api: false },
  };
}
