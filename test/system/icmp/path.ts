import { existsSync } from "node:fs";
import { delimiter } from "node:path";

export const PERL = "/usr/bin/perl";

export function pathWithPing(): string {
  const path = process.env["PATH"] ?? "";
  const hasPing = path.split(delimiter).some((folder) => existsSync(`${folder}/ping`));
  return hasPing ? path : `${import.meta.dirname}${delimiter}${path}`;
}
