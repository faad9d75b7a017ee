import { place } from "./router.ts";

const ADMIN = "/api/v1/admin";

export function chosenPage(): string | null {
  return /^\/admin\/pages\/([a-z0-9][a-z0-9_-]*)(?:\/|$)/.exec(place().path)?.[1] ?? null;
}

export function ofChosenPage(path: string, otherPath = path): string {
  const key = chosenPage();
  return key === null ? `${ADMIN}${path}` : `${ADMIN}/pages/${key}${otherPath}`;
}

export function chosenPrefix(): string {
  const key = chosenPage();
  return key === null ? "" : `/p/${key}`;
}
