// Plain JavaScript without dependencies: it runs before packages are installed.
import { readFileSync } from "node:fs";
import { join } from "node:path";

/** npm writes its list of installed packages last. Optional packages may be for another platform. */
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
