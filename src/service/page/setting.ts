import { givenOf } from "../../lib/pick.ts";
import { pageChanged } from "../announce/page.ts";
import type { Context } from "../context.ts";
import { editSingle, getSingle, type SettingObject } from "../record/setting.ts";

type SettingChange<T> = { [Field in keyof T]?: T[Field] | undefined } & { version?: number | undefined };

export async function updatePageSetting<T extends object>(
  context: Context,
  single: SettingObject<T>,
  { version, ...change }: SettingChange<T>,
): Promise<T & { version: number }> {
  const given = givenOf(change as SettingChange<T>);
  const decide = (before: T) => ({ ...before, ...given });
  const { isChanged } = await editSingle(context, single, { version, decide });
  if (isChanged) await pageChanged(context.env, context.page);
  return await getSingle(context, single);
}
