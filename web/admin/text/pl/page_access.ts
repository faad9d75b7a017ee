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
    publicHint: "Zobaczy ją każdy, kto ma adres URL.",
    private: "Prywatna",
    privateHint: "Zobaczą ją tylko zalogowani użytkownicy. Kanały RSS i API stanu są wyłączone.",
  },
  viewers: {
    title: "Czytelnicy z logowania jednokrotnego",
    lead: "Wpuszcza współpracowników bez dodawania każdego z osobna.",
    create: "Twórz czytelników przy pierwszym logowaniu",
    createHint: "Czytelnicy widzą stronę stanu, ale nie panel.",
    domains: "Dozwolone domeny adresów e-mail",
    domainsHint: "Jedna w wierszu, np. example.com. Zostaw puste, aby dopuścić dowolny zweryfikowany adres.",
  },
  submit: "Zapisz",
  done: "Zapisano ustawienia dostępu do strony.",
  doneRemoving: (files) =>
    `Zapisano ustawienia dostępu do strony. Kopia statyczna jest jeszcze usuwana z zasobnika, zostało: ${count(files, FILES)}.`,
};
