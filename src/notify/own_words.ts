import { type AlertMessage, WITHOUT_MONITOR } from "../domain/alert/message.ts";
import { placeholderValuesOf, summaryOf } from "../domain/alert/text.ts";
import { type CutOptions, cutText } from "../lib/cut.ts";
import { type Escape, fillTemplate, type PlaceholderValues } from "../lib/template.ts";
import { SendFault } from "./send_fault.ts";

interface Form {
  max: number;
  escape: Escape;
  measure?: (text: string) => number;
  /** For the default text only: template values are in UTC. */
  timeZone?: string | undefined;
}

/**
 * The filled template or the default text, within `max`. Only values are shortened, never the template, which
 * keeps its tags and links closed.
 */
export function wordsOfMessage(message: AlertMessage, template: string, form: Form): string {
  const said = isForTemplates(message) ? fitTemplate(template, placeholderValuesOf(message), form) : "";
  return said.trim() === "" ? cutText(summaryOf(message, form.timeZone), form.max, form) : said;
}

/**
 * Templates describe something happening to a monitor: an acknowledgement or a message without a monitor
 * would read like a new alert.
 */
export function isForTemplates({ kind }: AlertMessage): boolean {
  return kind !== "acknowledged" && !WITHOUT_MONITOR.includes(kind);
}

function fitTemplate(
  template: string,
  variables: PlaceholderValues,
  { max, escape: toForm, measure = (text) => text.length }: Form,
): string {
  const options: CutOptions = { escape: toForm, measure };
  const fill = (most: number) => fillTemplate(template, variables, (value) => cutText(value, most, options));
  for (let most = max; most > 0; most = Math.floor(most / 2)) {
    const text = fill(most);
    if (measure(text) <= max) return text;
  }
  return cutText(
    fillTemplate(template, variables, () => ""),
    max,
    { measure },
  );
}

export function needed(value: string, what: string): string {
  if (value !== "") return value;
  throw new SendFault(`Missing ${what}: enter it, or choose a vault secret.`, {
    isPermanent: true,
  });
}
