import type { UserRow } from "../../data/user.ts";
import type { OwnUser } from "../../schema/session.ts";
import type { Context } from "../context.ts";
import { getSignInSettings } from "./sign_in_settings.ts";
import { toUser } from "./user.ts";

export async function readOwnUser(context: Pick<Context, "db" | "page">, row: UserRow): Promise<OwnUser> {
  return toOwnUser(row, await mustSetUpTwoFactor(context, row));
}

export function toOwnUser(row: UserRow, mustSetUpTwoFactor: boolean): OwnUser {
  return { ...toUser(row), timeZone: row.timeZone, mustSetUpTwoFactor };
}

export async function mustSetUpTwoFactor(
  context: Pick<Context, "db" | "page">,
  { totpSecret }: Pick<UserRow, "totpSecret">,
): Promise<boolean> {
  return totpSecret === null && (await getSignInSettings(context)).requireTwoFactor;
}
