import type { Translation } from "../../../lib/translation.ts";
import type { text as english } from "../page_access.ts";
import { count, FILES } from "./plural.ts";

export const text: Translation<typeof english> = {
  title: "Dostęp do strony",
  lead: "Kto może oglądać stronę stanu.",
  visibility: {
    title: "Widoczność",
    lead: "Dotyczy strony, jej danych, incydentów, historii i odznak.",
    legend: "Strona stanu jest",
    public: "Publiczna",
    publicHint: "Przeczyta ją każdy, kto zna adres.",
    private: "Prywatna",
    privateHint: "Przeczytają ją tylko zalogowani. Kanały RSS i API stanu są wyłączone.",
  },
  viewers: {
    title: "Czytelnicy z logowania jednokrotnego",
    lead: "Wpuszcza współpracowników bez dodawania każdego z osobna.",
    create: "Dodawaj każdego, kto loguje się pierwszy raz, jako czytelnika",
    createHint: "Czytelnicy widzą stronę stanu, ale nie panel.",
    domains: "Tylko z tych domen adresów e-mail",
    domainsHint: "Jedna w wierszu, np. example.com. Puste: dowolny adres zweryfikowany przez dostawcę.",
  },
  submit: "Zapisz",
  done: "Ustawienia dostępu do strony zostały zapisane.",
  doneRemoving: (files) =>
    `Ustawienia dostępu do strony zostały zapisane. Kopia statyczna jest jeszcze usuwana z zasobnika, zostało: ${count(files, FILES)}.`,
};
