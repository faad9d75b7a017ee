import { type LinkedNoun, listMissing } from "../../data/missing.ts";
import { invalidField, noneWithId } from "../../lib/errors.ts";
import type { Context } from "../context.ts";

export async function checkExist(
  context: Context,
  noun: LinkedNoun,
  sent: Readonly<Record<string, readonly number[] | undefined>>,
): Promise<void> {
  for (const [path, ids = []] of Object.entries(sent)) {
    const missing = await listMissing(context.db, { noun, ids });
    if (missing.length > 0) throw invalidField(path, noneWithId(noun, ...missing));
  }
}
