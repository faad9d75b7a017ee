import { COPY_FILES } from "../../../dist/status/render.js";
import type { CopyFile } from "../../domain/mirror/file.ts";
import type { Env } from "../../env.ts";
import { AppError } from "../../lib/errors.ts";
import type { PublicPage } from "../../schema/public_page.ts";
import { openUpload } from "../../service/page/upload.ts";
import { FOR_GOOD, toFile } from "./file.ts";

const UPLOAD = /\/uploads\/[0-9a-f]{32}\.(?:jpg|png|gif|webp)/g;

export async function listAssets(env: Env): Promise<CopyFile[]> {
  return await Promise.all(
    COPY_FILES.map(async (address) => toFile(address.slice(1), await readAsset(env, address), FOR_GOOD)),
  );
}

export async function listImages(env: Env, { site }: Pick<PublicPage, "site">): Promise<CopyFile[]> {
  const { logoUrl, logoLightUrl, logoDarkUrl, faviconUrl, customCss } = site;
  const shown = [logoUrl, logoLightUrl, logoDarkUrl, faviconUrl, customCss].join(" ").match(UPLOAD) ?? [];
  const found = await Promise.all([...new Set(shown)].map((address) => findImage(env, address)));
  const images = found.filter((file) => file !== null);
  const named = { icon: faviconUrl, logo_light: logoLightUrl ?? logoUrl, logo_dark: logoDarkUrl ?? logoUrl };
  const lasting = Object.entries(named).flatMap(([name, address]) => {
    const own = images.find(({ path }) => `/${path}` === address && path.endsWith(".png"));
    return own ? toFile(`${name}.png`, own.body) : [];
  });
  const hasIcon = lasting.some(({ path }) => path === "icon.png");
  return [...images, ...lasting, ...(hasIcon ? [] : [toFile("icon.png", await readAsset(env, "/icon.png"))])];
}

async function findImage(env: Env, address: string): Promise<CopyFile | null> {
  try {
    const { body } = await openUpload(env, address.replace("/uploads/", ""));
    return toFile(address.slice(1), new Uint8Array(await new Response(body).arrayBuffer()), FOR_GOOD);
  } catch (error) {
    if (error instanceof AppError && error.code === "not_found") return null;
    throw error;
  }
}

async function readAsset(env: Env, address: string): Promise<Uint8Array> {
  const response = await env.ASSETS.fetch(new URL(address, "https://assets.invalid"));
  if (response.status !== 200) throw new Error(`${address} is missing from what was built: build again.`);
  return new Uint8Array(await response.arrayBuffer());
}
