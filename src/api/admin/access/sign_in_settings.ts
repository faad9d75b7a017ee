import { signInSettingsChange, signInSettingsResponse } from "../../../schema/sign_in_settings.ts";
import { limitSensitive } from "../../../service/access/gate.ts";
import { getSignInSettings, updateSignInSettings } from "../../../service/access/sign_in_settings.ts";
import { type Endpoint, endpoint } from "../../endpoint.ts";

const PATH = "/api/v1/admin/sign-in";

export const signInSettingsRoutes: readonly Endpoint[] = [
  endpoint({
    method: "GET",
    path: PATH,
    area: "users",
    summary: "Get the sign-in settings",
    response: { status: 200, schema: signInSettingsResponse },
    handle: async ({ context }) => await getSignInSettings(context),
  }),
  endpoint({
    method: "PUT",
    path: PATH,
    area: "users",
    summary: "Update the sign-in settings",
    description: "Requires the current password or a recent single sign-on.",
    body: signInSettingsChange,
    response: { status: 200, schema: signInSettingsResponse },
    limit: limitSensitive("sign-in"),
    handle: async ({ context, body }) => await updateSignInSettings(context, body),
  }),
];
