import type { Locale } from "../../../../src/schema/locale.ts";
import type { MenuItem } from "../../../ui/MenuEntry.tsx";
import { text } from "../../text/locale.ts";
import { ROOT } from "./AddLocaleDialog.tsx";

interface LocaleDeeds {
  makeDefault: (locale: Locale) => Promise<void>;
  setShown: (locale: Locale, published: boolean) => Promise<void>;
  remove: (locale: Locale) => void;
}

export function itemsOf(locale: Locale, { makeDefault, setShown, remove }: LocaleDeeds): MenuItem[] {
  const { published } = locale;
  const others: MenuItem[] = locale.isDefault
    ? []
    : [
        ...(published
          ? [
              {
                kind: "action" as const,
                label: text.makeDefault,
                icon: "check" as const,
                onSelect: () => void makeDefault(locale),
              },
            ]
          : []),
        {
          kind: "action",
          label: published ? text.hide : text.show,
          onSelect: () => void setShown(locale, !published),
        },
        { kind: "line" },
        {
          kind: "action",
          label: text.remove,
          icon: "trash",
          isDanger: true,
          onSelect: () => remove(locale),
        },
      ];
  return [{ kind: "link", label: text.edit, icon: "edit", href: `${ROOT}/${locale.code}` }, ...others];
}
