import { z } from "zod";
import { invalidField } from "../../lib/errors.ts";
import { makeConfirmCode, spendConfirmCode } from "../../service/access/confirm_code.ts";
import type { Context } from "../../service/context.ts";
import { type Tool, type ToolResponse, tool } from "./tool.ts";
import { formatTime, joinLines } from "./words.ts";

type Notifying = "choice" | "nobody" | "none";

export interface Preview {
  text: string;
  subject?: unknown;
  /** Instead of the tool's own, where it depends on the arguments. */
  notifying?: Notifying;
}

interface TwoCalls<T extends z.ZodRawShape>
  extends Pick<Tool, "name" | "title" | "description" | "area" | "otherAreas" | "level" | "hints"> {
  input: T;
  notifying: Notifying;
  preview(context: Context, input: z.output<z.ZodObject<T>>): Promise<Preview>;
  run(context: Context, input: z.output<z.ZodObject<T>>, notify: boolean): Promise<ToolResponse>;
}

const NOTIFY: Readonly<Record<Exclude<Notifying, "none">, z.ZodType>> = {
  choice: z
    .boolean()
    .optional()
    .meta({ description: "Required with confirm: whether subscribers are notified. Ask the user." }),
  nobody: z
    .boolean()
    .optional()
    .meta({ description: "Required with confirm, and must be false: this notifies no one." }),
};

const confirm = z
  .string()
  .max(100)
  .optional()
  .meta({ description: "The code from the preview, after the user agreed. Leave it out for a preview." });

export function twoCalls<T extends z.ZodRawShape>(spec: TwoCalls<T>): Tool {
  const { name, notifying, input, preview, run, ...rest } = spec;
  const own = z.strictObject(input);
  const asked = notifying === "none" ? { confirm } : { confirm, notify: NOTIFY[notifying] };
  return tool({
    ...rest,
    name,
    description: `${rest.description} Takes two calls: the first previews and returns a code, the second with confirm does it.`,
    input: z.strictObject({ ...input, ...asked }),
    async run(context, given): Promise<ToolResponse> {
      const { confirm: code, notify, ...fields } = given as { confirm?: string; notify?: boolean };
      const parsed = own.parse(fields) as z.output<z.ZodObject<T>>;
      const shown = await preview(context, parsed);
      if (code !== undefined) checkNotify(shown.notifying ?? notifying, notify);
      const content = [name, parsed, shown.subject ?? null];
      if (code === undefined) return await previewResponse(context, spec, { shown, content });
      await spendConfirmCode(context, code, content);
      return await run(context, parsed, notify ?? false);
    },
  });
}

function checkNotify(notifying: Notifying, notify: boolean | undefined): void {
  if (notifying === "none") return;
  if (notify === undefined) throw invalidField("notify", "Set notify to true or false. There is no default.");
  if (notifying === "nobody" && notify)
    throw invalidField("notify", "This notifies no one: send notify: false.");
}

async function previewResponse<T extends z.ZodRawShape>(
  context: Context,
  { name, notifying }: Pick<TwoCalls<T>, "name" | "notifying">,
  { shown, content }: { shown: Preview; content: unknown },
): Promise<ToolResponse> {
  const { code, expiresAt } = await makeConfirmCode(context, content);
  const asked = { choice: " and notify: true or false", nobody: " and notify: false", none: "" };
  const notify = asked[shown.notifying ?? notifying];
  return {
    text: joinLines([
      "PREVIEW. Nothing has changed yet.",
      shown.text,
      `Show this to the user. If they agree, call ${name} again with the same arguments, confirm: "${code}"${notify}. The code works once, until ${formatTime(expiresAt)}.`,
    ]),
    data: { preview: shown.text, confirm: code, expiresAt: new Date(expiresAt).toISOString() },
  };
}
