import { language } from "./language.ts";

interface DateFormat {
  format(at: Date | number): string;
}

/** As Intl's own in the panel's language, made when first used: that takes longer than most scripts run. */
export function makeDateFormat(options: Intl.DateTimeFormatOptions): DateFormat {
  let made: Intl.DateTimeFormat | undefined;
  return {
    format(at) {
      made ??= new Intl.DateTimeFormat(language, options);
      return made.format(at);
    },
  };
}
