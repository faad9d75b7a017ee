import { otherPageAccess, otherPageAccessChange } from "../../../schema/page_access.ts";
import { pageLanguagesChange, pageLanguagesResponse } from "../../../schema/page_languages.ts";
import { getPageLanguages, updatePageLanguages } from "../../../service/page/languages.ts";
import { getOtherAccess, updateOtherAccess } from "../../../service/page/other_access.ts";
import { onPage } from "../../../service/page/page.ts";
import { type Call, type Endpoint, endpoint } from "../../endpoint.ts";
import { mirrorRoutes } from "../mirror/mirror.ts";
import { subscriberDeliveryRoutes } from "../subscriber/delivery.ts";
import { subscriptionSettingsRoutes } from "../subscriber/settings.ts";
import { subscriberRoutes } from "../subscriber/subscriber.ts";
import { brandingRoutes } from "./branding.ts";
import { layoutRoutes } from "./layout.ts";

const ROOT = "/api/v1/admin";
const PAGE = `${ROOT}/pages/:key`;

async function toPage<C extends Call>(call: C): Promise<C> {
  return { ...call, context: await onPage(call.context, call.params["key"] ?? "") };
}

function forEachPage(own: Endpoint): Endpoint {
  return {
    ...own,
    path: own.path.replace(ROOT, PAGE).replace("/subscribers/settings", "/subscriptions/settings"),
    summary: `${own.summary} (by page key)`,
    handle: async (call) => await own.handle(await toPage(call)),
  };
}

export const perPageRoutes: readonly Endpoint[] = [
  ...[
    ...layoutRoutes,
    ...brandingRoutes,
    ...subscriptionSettingsRoutes,
    ...subscriberDeliveryRoutes,
    ...subscriberRoutes,
    ...mirrorRoutes,
  ].map(forEachPage),
  endpoint({
    method: "GET",
    path: `${PAGE}/locales`,
    area: "appearance",
    summary: "Get the languages a page offers",
    response: { status: 200, schema: pageLanguagesResponse },
    handle: async (call) => await getPageLanguages((await toPage(call)).context),
  }),
  endpoint({
    method: "PUT",
    path: `${PAGE}/locales`,
    area: "appearance",
    summary: "Set the languages a page offers",
    description: "Translations are shared by all pages.",
    body: pageLanguagesChange,
    response: { status: 200, schema: pageLanguagesResponse },
    refuses: { 409: "The default page offers every published language." },
    handle: async (call) => await updatePageLanguages((await toPage(call)).context, call.body),
  }),
  endpoint({
    method: "GET",
    path: `${PAGE}/access`,
    area: "pageAccess",
    summary: "Get who can see a page",
    response: { status: 200, schema: otherPageAccess },
    handle: async (call) => await getOtherAccess((await toPage(call)).context),
  }),
  endpoint({
    method: "PUT",
    path: `${PAGE}/access`,
    area: "pageAccess",
    summary: "Update who can see a page",
    description: "With a new password, visitors have to enter it again.",
    body: otherPageAccessChange,
    response: { status: 200, schema: otherPageAccess },
    refuses: { 409: "The page has a static copy, which is always public." },
    handle: async (call) => await updateOtherAccess((await toPage(call)).context, call.body),
  }),
];
