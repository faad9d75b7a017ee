import { oidcAnswer, oidcChange, oidcTest, oidcTestAnswer } from "../../../schema/oidc.ts";
import { limitSensitive } from "../../../service/access/gate.ts";
import { getOidcSettings, testOidc, updateOidcSettings } from "../../../service/access/oidc_settings.ts";
import { type Endpoint, endpoint } from "../../endpoint.ts";

const PATH = "/api/v1/admin/oidc";

export const oidcRoutes: readonly Endpoint[] = [
  endpoint({
    method: "GET",
    path: PATH,
    area: "oidc",
    summary: "Read the single sign-on settings",
    answer: { status: 200, schema: oidcAnswer },
    handle: async ({ context }) => await getOidcSettings(context),
  }),
  endpoint({
    method: "PUT",
    path: PATH,
    area: "oidc",
    summary: "Change the single sign-on settings",
    description: "Omitted fields stay unchanged. Takes the current password, or having just signed in again.",
    body: oidcChange,
    answer: { status: 200, schema: oidcAnswer },
    limit: limitSensitive("oidc"),
    handle: async ({ context, body }) => await updateOidcSettings(context, body),
  }),
  endpoint({
    method: "POST",
    path: `${PATH}/test`,
    area: "oidc",
    summary: "Try a single sign-on provider",
    description: "Reads its description and its keys; changes nothing.",
    body: oidcTest,
    answer: { status: 200, schema: oidcTestAnswer },
    handle: async ({ context, body }) => await testOidc(context, body.issuer),
  }),
];
