import {
  type SignInSettings,
  type SignInSettingsChange,
  type SignInSettingsResponse,
  signInSettings,
} from "../../schema/sign_in_settings.ts";
import { endStreams } from "../announce/live.ts";
import type { Context } from "../context.ts";
import { guardOwnSession, requireOwnSession } from "../record/session_save.ts";
import { editSingle, getSingle, type SettingObject } from "../record/setting.ts";
import { confirmIdentity } from "./confirm.ts";

const SINGLE: SettingObject<SignInSettings> = {
  setting: "sign_in",
  schema: signInSettings,
  entityType: "sign_in_settings",
  entityName: "Sign-in",
};

export async function getSignInSettings(
  context: Pick<Context, "db" | "page">,
): Promise<SignInSettingsResponse> {
  return await getSingle(context, SINGLE);
}

export async function updateSignInSettings(
  context: Context,
  { currentPassword, version, requireTwoFactor }: SignInSettingsChange,
): Promise<SignInSettingsResponse> {
  await confirmIdentity(context, currentPassword);
  const decide = async (before: SignInSettings) => {
    await requireOwnSession(context);
    return { ...before, requireTwoFactor };
  };
  await editSingle(context, SINGLE, { version, decide, guards: () => [guardOwnSession(context)] });
  endStreams(context);
  return await getSignInSettings(context);
}
