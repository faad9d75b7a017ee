import type { z } from "zod";
import type { Branding, BrandingImage, brandingChange } from "../../../src/schema/branding.ts";
import { request } from "../../lib/api.ts";

const ROOT = "/api/v1/admin/branding";

const PATHS: Record<BrandingImage, string> = {
  logoUrl: "logo",
  logoLightUrl: "logo/light",
  logoDarkUrl: "logo/dark",
  faviconUrl: "favicon",
};

export async function getBranding(signal: AbortSignal): Promise<Branding> {
  return await request("GET", ROOT, { signal });
}

export async function updateBranding(body: z.input<typeof brandingChange>): Promise<Branding> {
  return await request("PATCH", ROOT, { body });
}

export async function uploadImage(slot: BrandingImage, file: File): Promise<Branding> {
  const body = new FormData();
  body.set("file", file);
  return await request("POST", `${ROOT}/${PATHS[slot]}`, { body });
}

export async function removeImage(slot: BrandingImage): Promise<void> {
  await request("DELETE", `${ROOT}/${PATHS[slot]}`);
}
