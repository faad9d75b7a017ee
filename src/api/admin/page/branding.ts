import { type BrandingImage, brandingChange, brandingResponse } from "../../../schema/branding.ts";
import {
  getBranding,
  removeBrandingImage,
  updateBranding,
  updateBrandingImage,
} from "../../../service/page/branding.ts";
import { type Endpoint, endpoint } from "../../endpoint.ts";

const ROOT = "/api/v1/admin/branding";
const area = "appearance";
const MOST_IMAGE_BYTES = 5 * 1024 * 1024;

const IMAGES: readonly { path: string; slot: BrandingImage; name: string }[] = [
  { path: "logo", slot: "logoUrl", name: "the logo of custom branding" },
  { path: "logo/light", slot: "logoLightUrl", name: "the logo of the light theme" },
  { path: "logo/dark", slot: "logoDarkUrl", name: "the logo of the dark theme" },
  { path: "favicon", slot: "faviconUrl", name: "the favicon" },
];

export const brandingRoutes: readonly Endpoint[] = [
  endpoint({
    method: "GET",
    path: ROOT,
    area,
    summary: "Get the page's branding",
    response: { status: 200, schema: brandingResponse },
    handle: async ({ context }) => await getBranding(context),
  }),
  endpoint({
    method: "PATCH",
    path: ROOT,
    area,
    summary: "Update the page's branding",
    body: brandingChange,
    response: { status: 200, schema: brandingResponse },
    handle: async ({ context, body }) => await updateBranding(context, body),
  }),
  ...IMAGES.flatMap(({ path, slot, name }) => [
    endpoint({
      method: "POST",
      path: `${ROOT}/${path}`,
      area,
      summary: `Upload ${name}`,
      description:
        "A JPEG, PNG, GIF or WebP image of at most 5 MB. Returns the branding with the image's new address.",
      uploadLimitBytes: MOST_IMAGE_BYTES,
      response: { status: 200, schema: brandingResponse },
      handle: async ({ context, file }) => await updateBrandingImage(context, slot, file),
    }),
    endpoint({
      method: "DELETE",
      path: `${ROOT}/${path}`,
      area,
      summary: `Remove ${name}`,
      response: { status: 204 },
      handle: async ({ context }) => await removeBrandingImage(context, slot),
    }),
  ]),
];
