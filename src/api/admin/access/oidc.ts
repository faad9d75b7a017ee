import { oidcChange, oidcResponse, oidcTest, oidcTestResponse } from "../../../schema/oidc.ts";
import { limitSensitive } from "../../../service/access/gate.ts";
import { getOidcSettings, testOidc, updateOidcSettings } from "../../../service/access/oidc_settings.ts";
import { type Endpoint, endpoint } from "../../endpoint.ts";

const PATH = "/api/v1/admin/oidc";

export const oidcRoutes: readonly Endpoint[] = [
  endpoint({
    method: "GET",
    path: PATH,
    area: "oidc",
    summary: "Get the single sign-on settings",
    response: { status: 200, schema: oidcResponse },
    handle: async ({ context }) => await getOidcSettings(context),
  }),
  endpoint({
    method: "PUT",
    path: PATH,
    area: "oidc",
    summary: "Update the single sign-on settings",
    description: "Omitted fields stay unchanged. Requires the current password or a recent single sign-on.",
    body: oidcChange,
    response: { status: 200, schema: oidcResponse },
    limit: limitSensitive("oidc"),
    handle: async ({ context, body }) => await updateOidcSettings(context, body),
  }),
  endpoint({
    method: "POST",
    path: `${PATH}/test`,
    area: "oidc",
    summary: "Test a single sign-on provider",
    description: "Fetches the provider's metadata and keys. Nothing is saved.",
    body: oidcTest,
    response: { status: 200, schema: oidcTestResponse },
    handle: async ({ context, body }) => await testOidc(context, body.issuer),
  }),
];
