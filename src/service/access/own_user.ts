import type { UserRow } from "../../data/user.ts";
import type { OwnUser } from "../../schema/session.ts";
import type { Context } from "../context.ts";
import { getSignInSettings } from "./sign_in_settings.ts";
import { toUser } from "./user.ts";

export async function toOwnUser(context: Pick<Context, "db" | "page">, row: UserRow): Promise<OwnUser> {
  return { ...toUser(row), mustSetUpTwoFactor: await mustSetUpTwoFactor(context, row) };
}

export async function mustSetUpTwoFactor(
  context: Pick<Context, "db" | "page">,
  { totpSecret }: Pick<UserRow, "totpSecret">,
): Promise<boolean> {
  return totpSecret === null && (await getSignInSettings(context)).requireTwoFactor;
}
