import { guard, isGuardBreach, save } from "../data/db.ts";
import { findSetting, isSettingStill, saveSetting } from "../data/setting.ts";
import { imageTypeOf } from "../domain/image_type.ts";
import { AppError, invalid, type Problem } from "../lib/errors.ts";
import { type Branding, type BrandingChange, type BrandingImage, branding } from "../schema/branding.ts";
import { recordAudit } from "./audit.ts";
import type { Context } from "./context.ts";
import { pageChanged } from "./page_change.ts";
import { deleteUpload, storeUpload } from "./upload.ts";

/** The setting's name. */
export const BRANDING = "branding";
const IMAGES: readonly BrandingImage[] = ["logoUrl", "logoLightUrl", "logoDarkUrl", "faviconUrl"];
const TRIES = 20;

export async function getBranding(context: Context): Promise<Branding> {
  return branding.parse((await findSetting(context.db, BRANDING)) ?? {});
}

export async function changeBranding(context: Context, change: BrandingChange): Promise<Branding> {
  const given = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined));
  return await apply(context, given as Partial<Branding>);
}

/** Takes the place of the image that was there. */
export async function setBrandingImage(
  context: Context,
  slot: BrandingImage,
  bytes: Uint8Array<ArrayBuffer>,
): Promise<Branding> {
  const type = imageTypeOf(bytes);
  if (!type) {
    const message = "Use a JPEG, PNG, GIF or WebP image.";
    throw invalid(message, [{ path: "file", message }]);
  }
  const url = await storeUpload(context.env, bytes, type);
  return await apply(context, { [slot]: url });
}

export async function removeBrandingImage(context: Context, slot: BrandingImage): Promise<void> {
  await apply(context, { [slot]: null });
}

/** Decides on what is stored, again when somebody else was quicker. */
async function apply(context: Context, change: Partial<Branding>): Promise<Branding> {
  for (let tries = 1; ; tries++) {
    const stored = await findSetting(context.db, BRANDING);
    const before = branding.parse(stored ?? {});
    const after: Branding = { ...before, ...change };
    const problem = findThresholdProblem(after);
    if (problem) throw invalid(problem.message, [problem]);
    const names = Object.keys(change) as (keyof Branding)[];
    const fields = names.filter((name) => before[name] !== after[name]);
    if (fields.length === 0) return after;
    try {
      await save(context.db, [
        guard(isSettingStill(BRANDING, stored)),
        saveSetting(context.db, BRANDING, after, context.now),
        recordAudit(context, {
          action: "Update",
          entityType: "branding",
          entityName: "Branding",
          details: { fields },
        }),
      ]);
    } catch (error) {
      if (!isGuardBreach(error)) throw error;
      if (tries < TRIES) continue;
      throw new AppError("conflict", "Somebody else changes the branding at the same time: try again.");
    }
    await pageChanged(context.env);
    await removeUnused(context, before, after);
    return after;
  }
}

function findThresholdProblem(wanted: Branding): Problem | null {
  const { uptimeThresholdUp, uptimeThresholdDegraded, uptimeThresholdPartial } = wanted;
  const message = "The thresholds must go down: operational above degraded above partial outage.";
  if (uptimeThresholdUp <= uptimeThresholdDegraded) return { path: "uptimeThresholdDegraded", message };
  if (uptimeThresholdDegraded <= uptimeThresholdPartial) return { path: "uptimeThresholdPartial", message };
  return null;
}

async function removeUnused(context: Context, before: Branding, after: Branding): Promise<void> {
  const used = new Set(IMAGES.map((slot) => after[slot]));
  const unused = new Set(IMAGES.map((slot) => before[slot]).filter((url) => url !== null && !used.has(url)));
  for (const url of unused) if (url !== null) await deleteUpload(context.env, url);
}
