import { language } from "./language.ts";
import { chosenZone } from "./zone.ts";

interface DateFormat {
  format(at: Date | number): string;
}

/** Created on first use, because Intl.DateTimeFormat is slow to construct. */
export function makeDateFormat(options: Intl.DateTimeFormatOptions): DateFormat {
  let made: Intl.DateTimeFormat | undefined;
  return {
    format(at) {
      made ??= new Intl.DateTimeFormat(language, { timeZone: chosenZone || undefined, ...options });
      return made.format(at);
    },
  };
}
