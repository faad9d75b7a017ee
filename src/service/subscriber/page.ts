import { type Db, readTogether } from "../../data/db.ts";
import { listLocales } from "../../data/locale.ts";
import { findKnownPage } from "../../data/page.ts";
import { placedOn } from "../../data/public_name.ts";
import { selectSettings } from "../../data/setting.ts";
import { SUBSCRIPTIONS } from "../../data/subscriber.ts";
import { offeredOf, textsFor } from "../../domain/page/language.ts";
import { DEFAULT_PAGE_ID, defaultSite, settingOf, siteOf } from "../../domain/page/site.ts";
import { PAGE_TEXTS } from "../../domain/page/texts.ts";
import { chooseLocale } from "../../domain/page/view.ts";
import { type Env, variablesOf } from "../../env.ts";
import type { MailSite } from "../../notify/subscriber_mail/facts.ts";
import { branding } from "../../schema/branding.ts";
import { pageLanguages } from "../../schema/page_languages.ts";
import { type SubscriptionSettings, subscriptionSettings } from "../../schema/subscription_settings.ts";
import { toMailSite } from "../alert/mail_site.ts";
import { LANGUAGES } from "../page/languages.ts";

const BRANDING = "branding";

interface LocaleTexts {
  locale: string;
  texts: Readonly<Record<string, string>>;
}

export interface SubscriberPage {
  site: MailSite | null;
  settings: SubscriptionSettings;
  placed: number[];
  textsIn(locale: string): LocaleTexts;
}

export async function readSubscriberPages(
  env: Env,
  db: Db,
  pageIds: readonly number[],
): Promise<Map<number, SubscriberPage>> {
  const ids = [...new Set(pageIds)];
  const pages = await Promise.all(
    ids.map(async (id) => [id, await findSubscriberPage(env, db, id)] as const),
  );
  return new Map(pages.flatMap(([id, page]) => (page ? [[id, page]] : [])));
}

export async function findSubscriberPage(env: Env, db: Db, pageId: number): Promise<SubscriberPage | null> {
  const names = [BRANDING, SUBSCRIPTIONS, LANGUAGES];
  const [known, locales, [stored = [], placed = []]] = await Promise.all([
    pageId === DEFAULT_PAGE_ID ? null : findKnownPage(db, pageId),
    listLocales(db),
    readTogether(db, [selectSettings(names.map((name) => settingOf(name, pageId))), placedOn(pageId)]),
  ]);
  if (!known && pageId !== DEFAULT_PAGE_ID) return null;
  const { publicUrl } = variablesOf(env);
  const { url } = known ? siteOf(known, { publicUrl }) : defaultSite(publicUrl);
  const values = new Map(stored.map(({ name, value }) => [name, JSON.parse(String(value))]));
  const settingNamed = (name: string) => values.get(settingOf(name, pageId)) ?? {};
  const published = locales.filter((locale) => locale.published);
  const shown = offeredOf(published, pageLanguages.parse(settingNamed(LANGUAGES)));
  const made = new Map<string, LocaleTexts>();
  return {
    site: toMailSite(env, branding.parse(settingNamed(BRANDING)), url),
    settings: subscriptionSettings.parse(settingNamed(SUBSCRIPTIONS)),
    placed: placed.map(({ id }) => Number(id)),
    textsIn(wanted) {
      let own = made.get(wanted);
      if (!own) {
        const { code, translations } = chooseLocale(shown, wanted);
        own = { locale: code, texts: textsFor(code, { translations, texts: PAGE_TEXTS }) };
        made.set(wanted, own);
      }
      return own;
    },
  };
}
