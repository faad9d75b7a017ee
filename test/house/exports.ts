import { posix } from "node:path";

type Sources = ReadonlyMap<string, string>;

interface Import {
  to: string;
  names: readonly string[];
  whole?(name: string): boolean;
}

const STATEMENT = /^\s*(?:import|export)\s+(?:type\s+)?(?:([^;"]*?)\s+from\s+)?"(\.[^"]+)"/gm;
const LATER = /\bimport\(\s*"(\.[^"]+)"\s*\)/g;
const DECLARED =
  /^export (?:declare |abstract |async )*(?:function\*?|const|let|class|interface|type|enum) (\w+)/gm;
const LISTED = /^export (?:type |const )?\{([^}]*)\}/gm;
const COMMENT = /\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/.*$/gm;

export function findUnusedExports(sources: Sources): string[] {
  const used = new Set<string>();
  for (const from of sources.keys()) {
    for (const { to, names, whole } of listImports(from, sources)) {
      const taken = whole ? listExports(sources.get(to) ?? "").filter((name) => whole(name)) : names;
      for (const name of taken) used.add(`${to}: ${name}`);
    }
  }
  return [...sources]
    .filter(([path]) => !isTest(path))
    .flatMap(([path, text]) => listExports(text).map((name) => `${path}: ${name}`))
    .filter((entry) => !used.has(entry));
}

export function findTestedExports(sources: Sources): string[] {
  const product = new Map([...sources].filter(([path]) => !path.startsWith("test/")));
  const unused = new Set(findUnusedExports(sources));
  return findUnusedExports(product).filter((entry) => {
    const [path = "", name = ""] = entry.split(": ");
    return !unused.has(entry) && !isUsedInside(product.get(path) ?? "", name);
  });
}

export function findUnimported(sources: Sources): string[] {
  const imported = new Set(
    [...sources.keys()].flatMap((from) => listImports(from, sources)).map(({ to }) => to),
  );
  return [...sources.keys()].filter((path) => !imported.has(path) && !isTest(path));
}

function isTest(path: string): boolean {
  return path.endsWith(".test.ts");
}

function listImports(from: string, sources: Sources): Import[] {
  const text = sources.get(from) ?? "";
  const resolve = (path: string) => {
    const plain = path.replace(/\?.*$/, "");
    const near = posix.join(posix.dirname(from), plain);
    // A generated test program runs at the root.
    return sources.has(near) ? near : posix.normalize(plain);
  };
  const now = [...text.matchAll(STATEMENT)].map(([, clause = "", path = ""]) => {
    const alias = /\* as (\w+)/.exec(clause)?.[1];
    return {
      to: resolve(path),
      names: namesIn(clause),
      ...(alias !== undefined && { whole: (name: string) => isTakenFrom(alias, { name, text }) }),
    };
  });
  const later = [...text.matchAll(LATER)].map(([, path = ""]) => {
    return {
      to: resolve(path),
      names: [],
      whole: (name: string) => name === "default" || hasWord(text, name),
    };
  });
  return [...now, ...later];
}

function isTakenFrom(alias: string, { name, text }: { name: string; text: string }): boolean {
  return hasWord(text, `${alias}\\.${name}`) || new RegExp(`\\b(?<!\\* as )${alias}\\b(?!\\.)`).test(text);
}

function namesIn(clause: string): string[] {
  const listed = /\{([^}]*)\}/.exec(clause)?.[1] ?? "";
  const isDefault = /^\w/.test(clause.trim());
  return [...(isDefault ? ["default"] : []), ...listOf(listed)];
}

function listExports(text: string): string[] {
  const declared = [...text.matchAll(DECLARED)].map(([, name = ""]) => name);
  const listed = [...text.matchAll(LISTED)].flatMap(([, names = ""]) => listOf(names, "new"));
  return [...declared, ...listed, ...(/^export default\b/m.test(text) ? ["default"] : [])];
}

/** Reads names of `a, type b as c, d: e` as exported, or as called in this file. */
function listOf(names: string, side: "old" | "new" = "old"): string[] {
  return names
    .split(",")
    .map((name) => name.trim().replace(/^type\s+/, ""))
    .filter((name) => name !== "")
    .map((name) => name.split(/\s+as\s+|:\s*/).at(side === "old" ? 0 : -1) ?? "");
}

function isUsedInside(text: string, name: string): boolean {
  return [...text.replaceAll(COMMENT, "").matchAll(new RegExp(`\\b${name}\\b`, "g"))].length > 1;
}

function hasWord(text: string, name: string): boolean {
  return new RegExp(`\\b${name}\\b`).test(text);
}
