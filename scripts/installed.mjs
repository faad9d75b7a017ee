// Plain JavaScript like the script that asks: what it tells may be that nothing is installed yet.
import { readFileSync } from "node:fs";
import { join } from "node:path";

/**
 * Whether the packages are those of the lock file, whoever installed them: npm keeps a list of what it has installed,
 * and writes it last. Optional packages may be for another machine.
 */
export function isInstalled(root) {
  try {
    const wanted = readPackages(join(root, "package-lock.json"));
    const installed = readPackages(join(root, "node_modules", ".package-lock.json"));
    return Object.entries(wanted).every(([path, { version, optional = false }]) => {
      return path === "" || (installed[path] ? installed[path].version === version : optional);
    });
  } catch {
    return false;
  }
}

function readPackages(file) {
  return JSON.parse(readFileSync(file, "utf8")).packages;
}
