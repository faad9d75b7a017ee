import type { IconName } from "../../ui/Icon.tsx";
import type { Outcome } from "../../ui/toast.ts";
import type { Entry } from "../live/entry.ts";

export interface PaletteEntry {
  label: string;
  icon: IconName;
  group: "pages" | "monitors" | "actions" | "incidents" | "channels";
  choose: string | (() => Promise<Outcome>);
  entry?: Entry;
}
