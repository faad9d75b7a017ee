import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { describe, expect, it } from "vitest";

const ROOT = resolve(import.meta.dirname, "../..");

const files = ["src", "durable", "web"].flatMap((folder) => {
  const entries = readdirSync(join(ROOT, folder), { withFileTypes: true, recursive: true });
  return entries
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name).slice(ROOT.length + 1))
    .map((path) => ({ path, text: readFileSync(join(ROOT, path), "utf8") }));
});

interface Exported {
  path: string;
  name: string;
  answer: string;
}

const functions: Exported[] = files.flatMap(({ path, text }) =>
  [...text.matchAll(/^export (?:async )?function\*? (\w+)[\s\S]*?(?:\)|>): (.*) \{$/gm)].map((match) => ({
    path,
    name: match[1] ?? "",
    answer: match[2] ?? "",
  })),
);

function begins(verb: string): (entry: Exported) => boolean {
  return ({ name }) => new RegExp(`^${verb}(?=[A-Z])`).test(name);
}

function sayWhere(entries: readonly Exported[]): string[] {
  return entries.map(({ path, name }) => `${path}: ${name}`);
}

describe("verbs", () => {
  it("are there to be looked at", () => {
    expect(functions.length).toBeGreaterThan(300);
  });

  it("say update for every change, and for nothing else", () => {
    expect(sayWhere(functions.filter(begins("change")))).toEqual([]);
    expect(sayWhere(functions.filter(begins("modify")))).toEqual([]);
  });

  it("use notify, describe or send; tell has too many meanings", () => {
    expect(sayWhere(functions.filter(begins("tell|told")))).toEqual([]);
  });

  it("name what they hold: none is told, a voice or something to settle", () => {
    const name = /\b(?:const|let|function) (?:told|tell|voice|settle|soon)\b|\b(?:told|voice|settle)\??: /;
    const stored = "src/data/tables_monitor.ts";
    expect(
      files.filter(({ path, text }) => path !== stored && name.test(text)).map(({ path }) => path),
    ).toEqual([]);
  });

  it("say in the data layer which SQL they are, and update rows", () => {
    const data = functions.filter(({ path }) => path.startsWith("src/data/"));
    expect(data.length).toBeGreaterThan(50);
    expect(sayWhere(data.filter(begins("update|create")).filter(({ name }) => !/Rows?$/.test(name)))).toEqual(
      [],
    );
  });

  it("use delete for a statement in the service, and remove for an action of a person", () => {
    const services = functions.filter(({ path }) => path.startsWith("src/service/"));
    expect(sayWhere(services.filter(begins("delete|insert")))).toEqual([]);
  });

  it("use get for values that exist or throw, and never for missing ones", () => {
    const gets = functions
      .filter(begins("get"))
      .filter(({ answer }) => /\| (null|undefined)>?$/.test(answer));
    expect(sayWhere(gets)).toEqual([]);
  });

  it("differ between a verb and its statements; lists may have one name in both", () => {
    const statements = new Set(
      functions.filter(({ path }) => path.startsWith("src/data/")).map(({ name }) => name),
    );
    const verbs = functions
      .filter(({ path }) => path.startsWith("src/service/"))
      .filter((entry) => !begins("list")(entry));
    expect(sayWhere(verbs.filter(({ name }) => statements.has(name)))).toEqual([]);
  });
});

describe("types", () => {
  it("are named for the thing that they are, not for the moment it is in", () => {
    const idiom =
      /^(?:export )?(?:interface|type) (Means|Asked|Asking|Told|Telling|Looker|Wanted|Given|Way|Which|Where|Made|Kept)\b/gm;
    const found = files.flatMap(({ path, text }) =>
      [...text.matchAll(idiom)].map((match) => `${path}: ${match[1]}`),
    );
    expect(found).toEqual([]);
  });
});
