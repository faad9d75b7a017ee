import { type Db, readTogether } from "../../data/db.ts";
import { selectPageSettings } from "../../data/fanout.ts";
import { listLocales } from "../../data/locale.ts";
import { placedMonitorIds } from "../../data/public_name.ts";
import { PAGE_TEXTS } from "../../domain/page/texts.ts";
import { textsFor } from "../../domain/page/translation.ts";
import { chooseLocale } from "../../domain/page/view.ts";
import type { Env } from "../../env.ts";
import type { MailSite } from "../../notify/subscriber_mail/facts.ts";
import { branding } from "../../schema/branding.ts";
import { type SubscriptionSettings, subscriptionSettings } from "../../schema/subscription_settings.ts";
import { toMailSite } from "../alert/mail_site.ts";

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

export async function readSubscriberPage(env: Env, db: Db): Promise<SubscriberPage> {
  const [locales, [stored = [], placed = []]] = await Promise.all([
    listLocales(db),
    readTogether(db, [selectPageSettings, placedMonitorIds]),
  ]);
  const shown = locales.filter(({ published }) => published);
  const values = new Map(stored.map(({ name, value }) => [name, JSON.parse(String(value))]));
  const known = new Map<string, LocaleTexts>();
  return {
    site: toMailSite(env, branding.parse(values.get("branding") ?? {})),
    settings: subscriptionSettings.parse(values.get("subscription_settings") ?? {}),
    placed: placed.map(({ id }) => Number(id)),
    textsIn(wanted) {
      let own = known.get(wanted);
      if (!own) {
        const { code, translations } = chooseLocale(shown, wanted);
        own = { locale: code, texts: textsFor(code, { translations, texts: PAGE_TEXTS }) };
        known.set(wanted, own);
      }
      return own;
    },
  };
}
