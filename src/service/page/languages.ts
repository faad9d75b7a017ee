import { listLocales } from "../../data/locale.ts";
import { offeredOf } from "../../domain/page/offered_languages.ts";
import { DEFAULT_PAGE_ID } from "../../domain/page/site.ts";
import { AppError, invalidField } from "../../lib/errors.ts";
import {
  type PageLanguages,
  type PageLanguagesAnswer,
  type PageLanguagesChange,
  pageLanguages,
} from "../../schema/page_languages.ts";
import { pageChanged } from "../announce/page.ts";
import type { Context } from "../context.ts";
import { editSingle, getSingle, type SettingObject } from "../record/setting.ts";

export const LANGUAGES = "page_languages";

const SINGLE: SettingObject<PageLanguages> = {
  setting: LANGUAGES,
  schema: pageLanguages,
  entityType: "page",
  entityName: "Languages",
  isOfPage: true,
};

export async function getPageLanguages(context: Context): Promise<PageLanguagesAnswer> {
  const [published, { version, ...languages }] = await Promise.all([
    listPublished(context),
    getSingle(context, SINGLE),
  ]);
  const offered = offeredOf(published, languages);
  const main = offered.find(({ isDefault }) => isDefault);
  return { offered: offered.map(({ code }) => code), default: main?.code ?? "en", version };
}

export async function updatePageLanguages(
  context: Context,
  { version, ...languages }: PageLanguagesChange,
): Promise<PageLanguagesAnswer> {
  if (context.page.id === DEFAULT_PAGE_ID)
    throw new AppError(
      "conflict",
      "The default page offers every published language: publish or hide those.",
    );
  const published = new Set((await listPublished(context)).map(({ code }) => code));
  const unknown = languages.offered.find((code) => !published.has(code));
  if (unknown !== undefined) throw invalidField("offered", `There is no published language ${unknown}.`);
  if (!languages.offered.includes(languages.default))
    throw invalidField("default", "Choose the default among the languages offered.");
  const decide = () => languages;
  const { isChanged } = await editSingle(context, SINGLE, { version, decide });
  if (isChanged) await pageChanged(context.env, context.page);
  return await getPageLanguages(context);
}

async function listPublished({ db }: Context) {
  return (await listLocales(db)).filter(({ published }) => published);
}
