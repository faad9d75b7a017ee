import { listLocales } from "../../data/locale.ts";
import { offeredOf } from "../../domain/page/language.ts";
import { DEFAULT_PAGE_ID } from "../../domain/page/site.ts";
import { AppError, invalidField, type Problem } from "../../lib/errors.ts";
import {
  type PageLanguages,
  type PageLanguagesChange,
  type PageLanguagesResponse,
  pageLanguages,
} from "../../schema/page_languages.ts";
import { pageChanged } from "../announce/page.ts";
import type { Context } from "../context.ts";
import { editSingle, getSingle, type SettingObject } from "../record/setting.ts";

export const LANGUAGES = "page_languages";

const OF_DEFAULT_PAGE = "The default page offers every published language: publish or hide those.";

export const PAGE_LANGUAGES: SettingObject<PageLanguages> = {
  setting: LANGUAGES,
  schema: pageLanguages,
  entityType: "page",
  entityName: "Languages",
  isOfPage: true,
};

export async function getPageLanguages(context: Context): Promise<PageLanguagesResponse> {
  const [published, { version, ...languages }] = await Promise.all([
    listPublished(context),
    getSingle(context, PAGE_LANGUAGES),
  ]);
  const offered = offeredOf(published, languages);
  const main = offered.find(({ isDefault }) => isDefault);
  return { offered: offered.map(({ code }) => code), default: main?.code ?? "en", version };
}

export async function updatePageLanguages(
  context: Context,
  { version, ...languages }: PageLanguagesChange,
): Promise<PageLanguagesResponse> {
  if (context.page.id === DEFAULT_PAGE_ID) throw new AppError("conflict", OF_DEFAULT_PAGE);
  const published = (await listPublished(context)).map(({ code }) => code);
  const problem = findOfferProblem(languages, { published });
  if (problem) throw invalidField(problem.path, problem.message);
  const decide = () => languages;
  const { isChanged } = await editSingle(context, PAGE_LANGUAGES, { version, decide });
  if (isChanged) await pageChanged(context.env, context.page);
  return await getPageLanguages(context);
}

export function findOfferProblem(
  { offered, default: main }: PageLanguages,
  { published, isDefaultPage = false }: { published: readonly string[]; isDefaultPage?: boolean },
): Problem | null {
  if (isDefaultPage) return { path: "page", message: OF_DEFAULT_PAGE };
  const unknown = offered?.find((code) => !published.includes(code));
  if (unknown !== undefined)
    return { path: "offered", message: `There is no published language ${unknown}.` };
  if (main === null || (offered ?? published).includes(main)) return null;
  return { path: "default", message: "Choose the default among the languages offered." };
}

async function listPublished({ db }: Context) {
  return (await listLocales(db)).filter(({ published }) => published);
}
