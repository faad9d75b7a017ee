import type { Translation } from "../../../lib/translation.ts";
import type { text as english } from "../page_preview.ts";

export const text: Translation<typeof english> = {
  title: "Podgląd strony stanu",
  theme: "Motyw podglądu",
  themes: { light: "Jasny", dark: "Ciemny" },
  width: "Szerokość podglądu",
  widths: { wide: "Szeroki", phone: "Telefon" },
};
