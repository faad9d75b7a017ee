import type { Translation } from "../../../lib/translation.ts";
import type { text as english } from "../monitor_deeds.ts";

export const text: Translation<typeof english> = {
  paused: (name) => `Wstrzymano: ${name}.`,
  resumed: (name) => `Wznowiono: ${name}.`,
  checked: (status, took) => `Sprawdzono: ${status.toLowerCase()}${took}.`,
};
