import { isInBranding } from "../../data/page.ts";
import { imageTypeOf } from "../../domain/page/image_type.ts";
import { invalid, invalidField, type Problem } from "../../lib/errors.ts";
import { givenOf } from "../../lib/pick.ts";
import {
  type Branding,
  type BrandingChange,
  type BrandingImage,
  type BrandingResponse,
  branding,
} from "../../schema/branding.ts";
import { pageChanged } from "../announce/page.ts";
import type { Context } from "../context.ts";
import { editSingle, getSingle, type SettingObject } from "../record/setting.ts";
import { removeUpload, storeUpload } from "./upload.ts";

export const BRANDING = "branding";
const IMAGES: readonly BrandingImage[] = ["logoUrl", "logoLightUrl", "logoDarkUrl", "faviconUrl"];

export const BRANDING_SETTINGS: SettingObject<Branding> = {
  setting: BRANDING,
  schema: branding,
  entityType: "branding",
  entityName: "Branding",
  isOfPage: true,
};

export async function getBranding(context: Context): Promise<BrandingResponse> {
  return await getSingle(context, BRANDING_SETTINGS);
}

export async function updateBranding(
  context: Context,
  { version, ...change }: BrandingChange,
): Promise<BrandingResponse> {
  const given = givenOf(change);
  return await apply(context, given as Partial<Branding>, version);
}

export async function updateBrandingImage(
  context: Context,
  slot: BrandingImage,
  bytes: Uint8Array<ArrayBuffer>,
): Promise<BrandingResponse> {
  const type = imageTypeOf(bytes);
  if (!type) {
    throw invalidField("file", "Use a JPEG, PNG, GIF or WebP image.");
  }
  const url = await storeUpload(context.env, bytes, type);
  return await apply(context, { [slot]: url });
}

export async function removeBrandingImage(context: Context, slot: BrandingImage): Promise<void> {
  await apply(context, { [slot]: null });
}

async function apply(
  context: Context,
  change: Partial<Branding>,
  version?: number,
): Promise<BrandingResponse> {
  const decide = (before: Branding) => {
    const after: Branding = { ...before, ...change };
    const problem = findThresholdProblem(after);
    if (problem) throw invalid(problem.message, [problem]);
    return after;
  };
  const { before, after, isChanged } = await editSingle(context, BRANDING_SETTINGS, { version, decide });
  if (isChanged) {
    await pageChanged(context.env, context.page);
    await removeUnused(context, before, after);
  }
  return await getBranding(context);
}

export function findThresholdProblem(wanted: Branding): Problem | null {
  const { uptimeThresholdUp, uptimeThresholdDegraded, uptimeThresholdPartial } = wanted;
  const message = "The thresholds must decrease: operational, degraded, partial outage.";
  if (uptimeThresholdUp <= uptimeThresholdDegraded) return { path: "uptimeThresholdDegraded", message };
  if (uptimeThresholdDegraded <= uptimeThresholdPartial) return { path: "uptimeThresholdPartial", message };
  return null;
}

async function removeUnused(context: Context, before: Branding, after: Branding): Promise<void> {
  await removeUnusedImages(
    context,
    before,
    IMAGES.filter((slot) => before[slot] !== after[slot]),
  );
}

export async function removeUnusedImages(
  context: Context,
  before: Branding,
  slots: readonly BrandingImage[] = IMAGES,
): Promise<void> {
  for (const url of new Set(slots.map((slot) => before[slot])))
    if (url !== null && !(await isInBranding(context.db, url))) await removeUpload(context.env, url);
}
