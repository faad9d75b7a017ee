import type { Translation } from "../../../lib/translation.ts";
import type { text as english } from "../subscription_settings.ts";

export const text: Translation<typeof english> = {
  title: "Ustawienia subskrypcji",
  lead: "Czy i jak odwiedzający są powiadamiani o tym, co publikujesz.",
  back: "Subskrybenci",
  master: { title: "Subskrypcje", lead: "Włącza lub wyłącza wszystko poniżej." },
  enabled: "Pozwól odwiedzającym subskrybować",
  enabledHint:
    "Wyłączone: strona niczego nie oferuje, kanały RSS i API stanu odpowiadają 404, a nikt nie jest powiadamiany.",
  methods: { title: "Sposoby", lead: "Co oferuje okno subskrypcji na stronie stanu." },
  allowEmail: "E-mail",
  allowWebhook: "Webhook",
  allowWebhookHint: "Wywołuje adres subskrybenta. Potwierdza się go e-mailem.",
  allowTeamChat: "Kanał na czacie zespołu",
  allowTeamChatHint: "Polecenie do wklejenia na czacie, który czyta kanały RSS.",
  rssEnabled: "RSS i Atom",
  apiEnabled: "API stanu",
  apiEnabledHint: "summary.json i components.json, dla programów, które je odczytują.",
  events: { title: "Wiadomości", lead: "O czym subskrybenci mogą być powiadamiani. Wybierają spośród tych." },
  choice: { title: "Komponenty", lead: "Czy można obserwować tylko część strony." },
  allowComponentScope: "Pozwól wybierać komponenty",
  allowComponentScopeHint: "Wyłączone: kto subskrybuje, obserwuje całą stronę.",
  allowedEvents: "Wiadomości",
  missing: {
    title: "Subskrypcje e-mail i webhook nie są jeszcze dostępne.",
    smtp: "Wiadomości wychodzą przez serwer poczty, a żaden nie jest ustawiony.",
    toSmtp: "Ustaw serwer poczty",
    publicUrl:
      "Każdy link w wiadomości zaczyna się od zmiennej PUBLIC_URL, a nie jest ona ustawiona. Ustaw ją tam, gdzie wdrożono Uptide.",
  },
  submit: "Zapisz",
  done: "Ustawienia subskrypcji zostały zapisane.",
};
