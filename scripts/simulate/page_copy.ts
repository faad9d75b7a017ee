import type { CopyFile } from "../../src/domain/mirror/file.ts";

export interface CopySource {
  copy(wholeAt: number): Promise<CopyFile[]>;
  snapshot(wholeAt: number): Promise<CopyFile>;
}

interface CopyEnv {
  PAGE: { getByName(name: string): CopySource };
}

/** Takes the place of src/page/mirror/copy.ts, which needs the built page. */
export async function collectCopy(env: CopyEnv, { wholeAt }: { wholeAt: number }): Promise<CopyFile[]> {
  return await env.PAGE.getByName("page").copy(wholeAt);
}

export async function collectSnapshot(env: CopyEnv, wholeAt: number): Promise<CopyFile> {
  return await env.PAGE.getByName("page").snapshot(wholeAt);
}
