import { z } from "zod";
import { locale, localeChange, localeKey, localeKeysQuery, newLocale } from "../../../schema/locale.ts";
import {
  createLocale,
  getLocale,
  listLocaleKeys,
  listLocales,
  removeLocale,
  updateDefaultLocale,
  updateLocale,
} from "../../../service/page/locale.ts";
import { type Endpoint, endpoint } from "../../endpoint.ts";

const ROOT = "/api/v1/admin/locales";
const area = "appearance";

export const localeRoutes: readonly Endpoint[] = [
  endpoint({
    method: "GET",
    path: ROOT,
    area,
    summary: "List the page's languages",
    response: { status: 200, schema: z.array(locale) },
    handle: async ({ context }) => await listLocales(context),
  }),
  endpoint({
    method: "POST",
    path: ROOT,
    area,
    summary: "Add a language",
    body: newLocale,
    response: { status: 201, schema: locale },
    refuses: { 409: "The page already has this language." },
    handle: async ({ context, body }) => await createLocale(context, body),
  }),
  endpoint({
    method: "GET",
    path: `${ROOT}/keys`,
    area,
    summary: "List the page's texts and their default wording",
    query: localeKeysQuery,
    response: { status: 200, schema: z.array(localeKey) },
    handle: async ({ query }) => listLocaleKeys(query),
  }),
  endpoint({
    method: "GET",
    path: `${ROOT}/:code`,
    area,
    summary: "Get a language and its translations",
    response: { status: 200, schema: locale },
    handle: async ({ context, params }) => await getLocale(context, params["code"] ?? ""),
  }),
  endpoint({
    method: "PATCH",
    path: `${ROOT}/:code`,
    area,
    summary: "Update a language or its translations",
    body: localeChange,
    response: { status: 200, schema: locale },
    refuses: { 409: "The default language can't be hidden." },
    handle: async ({ context, params, body }) => await updateLocale(context, params["code"] ?? "", body),
  }),
  endpoint({
    method: "DELETE",
    path: `${ROOT}/:code`,
    area,
    summary: "Delete a language and its translations",
    response: { status: 204 },
    refuses: { 409: "The default language can't be deleted." },
    handle: async ({ context, params }) => await removeLocale(context, params["code"] ?? ""),
  }),
  endpoint({
    method: "POST",
    path: `${ROOT}/:code/set-default`,
    area,
    summary: "Set the default language",
    response: { status: 200, schema: locale },
    refuses: { 409: "The language is not published." },
    handle: async ({ context, params }) => await updateDefaultLocale(context, params["code"] ?? ""),
  }),
];
