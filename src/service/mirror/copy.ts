import type { CopyFile } from "../../domain/mirror/file.ts";
import { localisePage } from "../../domain/page/view.ts";
import type { Env } from "../../env.ts";
import { utf8 } from "../../lib/bytes.ts";
import { AppError } from "../../lib/errors.ts";
import { pageOf } from "../page/change.ts";

/** What changes from push to push. */
export async function collectSnapshot(env: Env, now: number): Promise<CopyFile[]> {
  return [await snapshotOf(env, now)];
}

/** Everything, the snapshot last. */
export async function collectCopy(env: Env, now: number): Promise<CopyFile[]> {
  const snapshot = await snapshotOf(env, now);
  const { incidents } = JSON.parse(new TextDecoder().decode(snapshot.body)) as {
    incidents: { id: number }[];
  };
  const page = (path: string): CopyFile => ({
    ...{ path, body: utf8(`<!doctype html><title>${path}</title>`) },
    ...{ contentType: "text/html; charset=utf-8", cacheControl: "no-cache" },
  });
  const pages = ["index.html", "404.html", ...incidents.map(({ id }) => `incidents/${id}/index.html`)];
  const style = { contentType: "text/css", cacheControl: "public, max-age=31536000, immutable" };
  return [...pages.map(page), { path: "assets/status.css", body: utf8("body{}"), ...style }, snapshot];
}

async function snapshotOf(env: Env, now: number): Promise<CopyFile> {
  const built = await pageOf(env).view(null);
  if (!built || built.snapshot.isPrivate)
    throw new AppError("conflict", "The status page is private: nothing of it is pushed.");
  const page = { ...localisePage(built.snapshot, null), takenAt: new Date(now).toISOString() };
  const body = utf8(JSON.stringify(page));
  return { path: "snapshot.json", body, contentType: "application/json", cacheControl: "no-cache" };
}
