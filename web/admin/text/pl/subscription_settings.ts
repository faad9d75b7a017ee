import type { Translation } from "../../../lib/translation.ts";
import type { text as english } from "../subscription_settings.ts";

export const text: Translation<typeof english> = {
  title: "Ustawienia subskrypcji",
  lead: "Pozwól odwiedzającym otrzymywać powiadomienia o publikacjach.",
  back: "Subskrybenci",
  master: { title: "Subskrypcje", lead: "Włącza lub wyłącza wszystko poniżej." },
  enabled: "Pozwól odwiedzającym subskrybować",
  enabledHint:
    "Gdy wyłączone, strona nie ma przycisku subskrypcji, kanały RSS i API stanu zwracają 404, a nikt nie jest powiadamiany.",
  methods: { title: "Sposoby", lead: "Opcje w oknie subskrypcji na stronie stanu." },
  allowEmail: "E-mail",
  allowWebhook: "Webhook",
  allowWebhookHint: "Wywołuje URL subskrybenta. Potwierdzany e-mailem.",
  allowTeamChat: "Kanał na czacie zespołu",
  allowTeamChatHint: "Polecenie do wklejenia na czacie, który czyta kanały RSS.",
  rssEnabled: "RSS i Atom",
  apiEnabled: "API stanu",
  apiEnabledHint: "summary.json i components.json, dla skryptów i paneli.",
  events: { title: "Zdarzenia", lead: "Zdarzenia, spośród których mogą wybierać subskrybenci." },
  choice: { title: "Komponenty", lead: "Pozwól obserwować tylko części strony." },
  allowComponentScope: "Pozwól wybierać komponenty",
  allowComponentScopeHint: "Gdy wyłączone, subskrybenci zawsze obserwują całą stronę.",
  allowedEvents: "Zdarzenia",
  missing: {
    title: "Subskrypcje e-mail i webhook nie są jeszcze dostępne.",
    smtp: "Wymagają serwera poczty, a żaden nie jest skonfigurowany.",
    toSmtp: "Skonfiguruj serwer poczty",
    publicUrl: "Wymagają zmiennej PUBLIC_URL do linków w wiadomościach. Ustaw ją we wdrożeniu.",
  },
  submit: "Zapisz",
  done: "Zapisano ustawienia subskrypcji.",
};
