import type { LocaleRow } from "../../data/locale.ts";
import { ACCESS, isSwitchedOn, MIRROR, PASSWORD } from "../../data/mirror.ts";
import { listPageRows, nextPageId, type StoredPageRow } from "../../data/page.ts";
import { findSettings } from "../../data/setting.ts";
import { SUBSCRIPTIONS } from "../../data/subscriber.ts";
import { pruneLanguages } from "../../domain/page/language.ts";
import { EMPTY_LAYOUT, fitLayout } from "../../domain/page/layout.ts";
import {
  DEFAULT_PAGE_ID,
  DEFAULT_PAGE_KEY,
  type PageSite,
  settingOf,
  siteOf,
} from "../../domain/page/site.ts";
import { variablesOf } from "../../env.ts";
import { type Branding, branding } from "../../schema/branding.ts";
import type { LayoutTree } from "../../schema/layout.ts";
import type { PageDocument } from "../../schema/page_document.ts";
import { type PageLanguages, pageLanguages } from "../../schema/page_languages.ts";
import type { PageMode } from "../../schema/page_mode.ts";
import { type SubscriptionSettings, subscriptionSettings } from "../../schema/subscription_settings.ts";
import type { Context } from "../context.ts";
import { BRANDING } from "../page/branding.ts";
import { LANGUAGES } from "../page/languages.ts";
import { LAYOUT, type StoredLayout } from "../page/layout.ts";
import { modeOf } from "../page/other_access.ts";

export interface ViewedPage {
  row: Pick<StoredPageRow, "id" | "key" | "name" | "hostnames">;
  site: PageSite;
  isNew: boolean;
  layout: LayoutTree;
  branding: Branding;
  settings: SubscriptionSettings;
  languages: PageLanguages;
  mode: PageMode;
  access: { value: unknown; password: unknown };
  isCopied: boolean;
}

export async function viewPages(
  { db, env }: Context,
  { monitors, published }: { monitors: Parameters<typeof fitLayout>[1]; published: readonly LocaleRow[] },
): Promise<ViewedPage[]> {
  const rows = await listPageRows(db);
  const names = rows.flatMap(({ id }) =>
    [LAYOUT, BRANDING, SUBSCRIPTIONS, LANGUAGES, ACCESS, PASSWORD, MIRROR].map((name) => settingOf(name, id)),
  );
  const settings = await findSettings(db, names);
  return rows
    .map((row): ViewedPage => {
      const of = (name: string) => settings.get(settingOf(name, row.id)) ?? null;
      const stored = of(LAYOUT) as StoredLayout | null;
      return {
        row,
        site: siteOf(row, variablesOf(env)),
        isNew: false,
        layout: stored ? fitLayout(stored.tree, monitors) : EMPTY_LAYOUT,
        branding: branding.parse(of(BRANDING) ?? {}),
        settings: subscriptionSettings.parse(of(SUBSCRIPTIONS) ?? {}),
        languages: pruneLanguages(pageLanguages.parse(of(LANGUAGES) ?? {}), published),
        mode: modeOf(of(ACCESS), of(PASSWORD)),
        access: { value: of(ACCESS), password: of(PASSWORD) },
        isCopied: isSwitchedOn(of(MIRROR), "enabled"),
      };
    })
    .toSorted((a, b) => Number(b.row.id === DEFAULT_PAGE_ID) - Number(a.row.id === DEFAULT_PAGE_ID));
}

/** Includes the pages that the documents make. Their ids are fixed: a race fails as a whole and is tried again. */
export async function withMadePages(
  { db, env }: Context,
  pages: readonly ViewedPage[],
  documents: readonly { body: PageDocument }[],
): Promise<ViewedPage[]> {
  const made = documents.flatMap(({ body }) =>
    body.kind === "Page" && !pages.some(({ row }) => row.key === body.key) ? [body] : [],
  );
  if (made.length === 0) return [...pages];
  const first = await nextPageId(db);
  return [
    ...pages,
    ...made.map(({ key, name, hostnames }, i): ViewedPage => {
      const row = { id: first + i, key, name, hostnames };
      return {
        row,
        site: siteOf(row, variablesOf(env)),
        isNew: true,
        layout: EMPTY_LAYOUT,
        branding: branding.parse({ siteName: name }),
        settings: subscriptionSettings.parse({}),
        languages: pageLanguages.parse({}),
        mode: "public",
        access: { value: null, password: null },
        isCopied: false,
      };
    }),
  ];
}

export function findPage(pages: readonly ViewedPage[], key = DEFAULT_PAGE_KEY): ViewedPage | null {
  return pages.find(({ row }) => row.key === key) ?? null;
}
