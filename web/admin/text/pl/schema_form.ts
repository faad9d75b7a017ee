import type { Translation } from "../../../lib/translation.ts";
import type { text as english } from "../schema_form.ts";

export const text: Translation<typeof english> = {
  kind: "Rodzaj",
  use: (what) => `Użyj: ${what}`,
  item: (at) => `Nr ${at}`,
  addItem: (what) => `Dodaj: ${what}`,
  removeItem: (what, at) => `${what}: usuń nr ${at}`,
  name: "Nazwa",
  fromVault: (what) => `${what}: z sejfu`,
  takeFromVault: "Dodaj z sejfu",
  removeTaken: (name) => `Usuń: ${name}`,
};
