import { readdirSync, readFileSync } from "node:fs";
import { join, posix, resolve } from "node:path";
import { parseSync } from "vite";
import { describe, expect, it } from "vitest";

const ROOT = resolve(import.meta.dirname, "../..");

interface Node {
  type: string;
  start: number;
  [key: string]: unknown;
}

interface Source {
  path: string;
  program: Node;
  text: string;
}

function readSources(folders: readonly string[]): Source[] {
  return folders
    .flatMap((folder) => readdirSync(join(ROOT, folder), { withFileTypes: true, recursive: true }))
    .filter((entry) => entry.isFile() && entry.name.endsWith(".ts"))
    .map((entry) => parse(join(entry.parentPath, entry.name).slice(ROOT.length + 1)));
}

function parse(path: string, text = readFileSync(join(ROOT, path), "utf8")): Source {
  return { path, text, program: parseSync(path, text).program as unknown as Node };
}

function* walk(node: Node, above: readonly Node[] = []): Generator<{ node: Node; above: readonly Node[] }> {
  yield { node, above };
  for (const value of Object.values(node)) {
    for (const child of Array.isArray(value) ? value : [value]) {
      if (isNode(child)) yield* walk(child, [node, ...above]);
    }
  }
}

function isNode(value: unknown): value is Node {
  return typeof value === "object" && value !== null && typeof (value as Node).type === "string";
}

interface Declared {
  name: string;
  isAsync: boolean;
  isExported: boolean;
  returns: string;
}

function listFunctions({ program, text }: Source): Declared[] {
  return (program["body"] as Node[]).flatMap((node) => {
    const isExported = node.type === "ExportNamedDeclaration";
    const declared = isExported ? node["declaration"] : node;
    if (!isNode(declared) || declared.type !== "FunctionDeclaration") return [];
    const returned = declared["returnType"] as { start: number; end: number } | null;
    return {
      name: nameOf(declared["id"]) ?? "",
      isAsync: declared["async"] === true,
      isExported,
      returns: returned ? text.slice(returned.start + 1, returned.end).trim() : "",
    };
  });
}

function nameOf(node: unknown): string | undefined {
  return isNode(node) && node.type === "Identifier" ? (node["name"] as string) : undefined;
}

const isStatement = (returns: string) => returns === "Statement" || returns === "Statement[]";

const data = readSources(["src/data"]);
const others = readSources(["src", "durable"]).filter(({ path }) => !path.startsWith("src/data/"));

const writers = new Set(
  [...data, ...others].flatMap((source) =>
    listFunctions(source)
      .filter(({ returns }) => isStatement(returns))
      .map(({ name }) => `${source.path} ${name}`),
  ),
);

function writersIn({ path, program }: Source): Set<string> {
  const own = [...writers]
    .filter((writer) => writer.startsWith(`${path} `))
    .map((writer) => writer.split(" ")[1]!);
  const imported = (program["body"] as Node[]).flatMap((node) => {
    if (node.type !== "ImportDeclaration") return [];
    const from = posix.join(posix.dirname(path), (node["source"] as { value: string }).value);
    return (node["specifiers"] as Node[]).flatMap((specifier) =>
      writers.has(`${from} ${nameOf(specifier["imported"])}`) ? [nameOf(specifier["local"]) ?? ""] : [],
    );
  });
  return new Set([...own, ...imported]);
}

function findForgotten(source: Source): string[] {
  const names = writersIn(source);
  const isWrite = (node: Node) => node.type === "CallExpression" && names.has(nameOf(node["callee"]) ?? "");
  const nodes = [...walk(source.program)];
  const used = new Set<string>();
  const pushedTo = new Map<string, number>();
  for (const { node, above } of nodes) {
    const [parent, call] = above;
    const name = nameOf(node);
    if (name === undefined || (parent?.type === "MemberExpression" && parent["property"] === node)) continue;
    const isList = parent?.type === "MemberExpression" && nameOf(parent["property"]) === "push";
    if (isList && call && [...walk(call)].some((inner) => isWrite(inner.node)))
      pushedTo.set(name, node.start);
    else if (parent?.type !== "VariableDeclarator" || parent["id"] !== node) used.add(name);
  }
  const lineOf = (at: number) => `${source.path}:${source.text.slice(0, at).split("\n").length}`;
  const lost = nodes.filter(
    ({ node, above: [parent] }) =>
      isWrite(node) && /^(ExpressionStatement|AwaitExpression|UnaryExpression)$/.test(parent?.type ?? ""),
  );
  const unread = [...pushedTo].filter(([name]) => !used.has(name));
  return [
    ...lost.map(({ node }) => `${lineOf(node.start)} ${nameOf(node["callee"])}`),
    ...unread.map(([name, at]) => `${lineOf(at)} ${name}`),
  ];
}

describe("the functions of src/data", () => {
  it("are async to read, and return a statement to write", () => {
    const functions = data.flatMap((source) =>
      listFunctions(source)
        .filter(({ isExported }) => isExported)
        .map((own) => ({ ...own, path: source.path })),
    );
    expect(functions.filter(({ returns }) => /^Promise<Statement/.test(returns))).toEqual([]);
    const mixed = functions.filter(
      ({ isAsync, returns }) => isAsync !== /^(Promise|AsyncGenerator)</.test(returns),
    );
    expect(mixed.map(({ path, name }) => `${path} ${name}`)).toEqual(["src/data/migrate.ts ensureMigrated"]);
    const nothing = functions.filter(({ returns }) => returns === "Promise<void>" || returns === "void");
    expect(nothing.map(({ path }) => path)).toEqual(["src/data/migrate.ts", "src/data/migrate.ts"]);
    expect(writers.size).toBeGreaterThan(80);
  });
});

describe("a statement", () => {
  it("is only run by save", () => {
    const runs = [...data, ...others].flatMap(({ path, program, text }) =>
      [...walk(program)].flatMap(({ node, above }) => {
        if (node.type !== "CallExpression") return [];
        const call = text.slice(node.start).match(/^(?:\w+\.)?db\s*\.(\$client|\w+)/)?.[1] ?? "";
        const isWrite = ["insert", "update", "delete"].includes(call);
        const outer = above.find(({ type }) => type !== "CallExpression" && type !== "MemberExpression");
        const isRun = call === "run" || call === "$client" || (isWrite && outer?.type === "AwaitExpression");
        return isRun ? [`${path} ${call}`] : [];
      }),
    );
    expect([...new Set(runs)]).toEqual(["src/data/db.ts $client"]);
  });

  it("is never dropped before save", () => {
    expect(others.flatMap(findForgotten)).toEqual([]);
  });

  it("is found when it is dropped", () => {
    const text = `
      import { deleteIncident } from "../data/incident.ts";
      async function remove(context) {
        deleteIncident(context.db, 1);
        await deleteIncident(context.db, 2);
        const statements = [];
        statements.push(deleteIncident(context.db, 3));
        const kept = [];
        kept.push(deleteIncident(context.db, 4));
        await save(context.db, kept);
      }`;
    const found = findForgotten(parse("src/service/example.ts", text));
    expect(found.map((place) => place.replace(/^.*:/, ""))).toEqual([
      "4 deleteIncident",
      "5 deleteIncident",
      "7 statements",
    ]);
  });
});

describe("raw SQL", () => {
  it("is not used for statements that drizzle can express", () => {
    const value = String.raw`\$\{[^{}]*\}`;
    const isPlain = String.raw`\w+ (=|<|>|<=|>=|<>) ${value}`;
    const where = `WHERE ${isPlain}( AND ${isPlain})*`;
    const plain = [
      new RegExp(`^(DELETE FROM|UPDATE) \\w+ (SET (\\w+ = ('\\w+'|\\w+|${value})(, )?)+ )?${where}$`),
      new RegExp(`^SELECT [\\w, ]+ FROM \\w+( ${where})?( ORDER BY [\\w, ]+)?$`),
      /^INSERT INTO \w+ \([\w, ]+\) VALUES \([^()]*\)$/,
    ];
    const written = data.flatMap((source) =>
      [...walk(source.program)].flatMap(({ node }) => {
        if (node.type !== "TaggedTemplateExpression" || nameOf(node["tag"]) !== "sql") return [];
        const { start, end } = node["quasi"] as { start: number; end: number };
        const text = source.text
          .slice(start + 1, end - 1)
          .trim()
          .replaceAll(/\s+/g, " ");
        return plain.some((pattern) => pattern.test(text)) ? [`${source.path}: ${text}`] : [];
      }),
    );
    expect(written).toEqual([]);
  });
});
