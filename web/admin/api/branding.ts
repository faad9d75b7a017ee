import type { z } from "zod";
import type { Branding, BrandingImage, brandingChange } from "../../../src/schema/branding.ts";
import { request } from "../../lib/api.ts";
import { ofChosenPage } from "../../lib/chosen_page.ts";

const root = () => ofChosenPage("/branding");

const PATHS: Record<BrandingImage, string> = {
  logoUrl: "logo",
  logoLightUrl: "logo/light",
  logoDarkUrl: "logo/dark",
  faviconUrl: "favicon",
};

export async function getBranding(signal: AbortSignal): Promise<Branding> {
  return await request("GET", root(), { signal });
}

export async function updateBranding(body: z.input<typeof brandingChange>): Promise<Branding> {
  return await request("PATCH", root(), { body });
}

export async function uploadImage(slot: BrandingImage, file: File): Promise<Branding> {
  const body = new FormData();
  body.set("file", file);
  return await request("POST", `${root()}/${PATHS[slot]}`, { body });
}

export async function removeImage(slot: BrandingImage): Promise<void> {
  await request("DELETE", `${root()}/${PATHS[slot]}`);
}
