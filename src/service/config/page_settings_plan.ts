import type { Statement } from "../../data/db.ts";
import { toBrandingDocument } from "../../domain/config/page_form.ts";
import { DEFAULT_PAGE_ID } from "../../domain/page/site.ts";
import type { Problem } from "../../lib/errors.ts";
import { isEqual } from "../../lib/is_equal.ts";
import type { Branding } from "../../schema/branding.ts";
import type {
  BrandingDocument,
  PageDocument,
  PageLanguagesDocument,
  PageSettingsDocument,
} from "../../schema/page_document.ts";
import type { SubscriptionSettings } from "../../schema/subscription_settings.ts";
import type { Context } from "../context.ts";
import { BRANDING_SETTINGS, findThresholdProblem } from "../page/branding.ts";
import { findOfferProblem, PAGE_LANGUAGES } from "../page/languages.ts";
import { decideSingle } from "../record/setting.ts";
import { SUBSCRIPTION_SETTINGS } from "../subscriber/settings.ts";
import type { PageView } from "./page_view.ts";
import { findPage } from "./viewed_pages.ts";

export interface ShapedPage {
  place: string;
  body: PageDocument;
}

export interface Outcome {
  problems?: Problem[];
  fields?: string[];
  isNew?: boolean;
  statements?: Statement[];
  guards?: Statement[];
}

export interface Planning {
  /** Whether new and moved maintenance notifies subscribers, where its document says so. */
  notifies: boolean;
  context: Context;
  view: PageView;
  made: ReadonlyMap<string, { id: number; hasResponseTime: boolean }>;
  documents: readonly ShapedPage[];
}

export function noPageWithKey(key: string | undefined): string {
  return `No page has the key ${key}, neither stored nor in the documents.`;
}

export function missingPage(key: string | undefined): Outcome {
  return { problems: [{ path: "page", message: noPageWithKey(key) }] };
}

export function decideLook({ context, view }: Planning, body: BrandingDocument): Outcome {
  const page = findPage(view.pages, body.page);
  if (!page) return missingPage(body.page);
  const { kind: _, page: __, ...settings } = body;
  // The schema already turned the switches into their stored form.
  const after = { ...page.branding, ...settings } as Branding;
  const problem = findThresholdProblem(after);
  if (problem) return { problems: [problem] };
  return {
    fields: changedNames(toBrandingDocument(page.branding), toBrandingDocument(after)),
    statements: decideSingle({ ...context, page: page.site }, BRANDING_SETTINGS, {
      before: page.branding,
      after,
    }),
  };
}

export function decidePageSettings({ context, view }: Planning, body: PageSettingsDocument): Outcome {
  const page = findPage(view.pages, body.page);
  if (!page) return missingPage(body.page);
  const { kind: _, page: __, ...settings } = body;
  const [before, after] = [page.settings, settings as SubscriptionSettings];
  return {
    fields: changedNames(before, after),
    statements: decideSingle({ ...context, page: page.site }, SUBSCRIPTION_SETTINGS, { before, after }),
  };
}

export function decideOffer({ context, view, documents }: Planning, body: PageLanguagesDocument): Outcome {
  const page = findPage(view.pages, body.page);
  if (!page) return missingPage(body.page);
  const before = page.languages;
  const after = { offered: body.offered ?? null, default: body.default ?? null };
  const problem = findOfferProblem(after, {
    published: publishedAfter(view, documents),
    isDefaultPage: page.row.id === DEFAULT_PAGE_ID,
  });
  if (problem) return { problems: [problem] };
  return {
    fields: changedNames(before, after),
    statements: decideSingle({ ...context, page: page.site }, PAGE_LANGUAGES, { before, after }),
  };
}

function publishedAfter({ locales }: PageView, documents: readonly ShapedPage[]): string[] {
  const given = documents.flatMap(({ body }) => (body.kind === "Locale" && "code" in body ? [body] : []));
  const kept = locales.filter(({ code }) => !given.some((one) => one.code === code));
  return [...kept, ...given].filter(({ published }) => published).map(({ code }) => code);
}

export function changedNames(before: object, after: object): string[] {
  const names = [...new Set([...Object.keys(after), ...Object.keys(before)])];
  return names.filter((name) => !isEqual(Reflect.get(before, name), Reflect.get(after, name)));
}
