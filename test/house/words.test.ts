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
  returns: string;
}

const functions: Exported[] = files.flatMap(({ path, text }) =>
  [...text.matchAll(/^export (?:async )?function\*? (\w+)[\s\S]*?(?:\)|>): (.*) \{$/gm)].map((match) => ({
    path,
    name: match[1] ?? "",
    returns: match[2] ?? "",
  })),
);

function begins(verb: string): (entry: Exported) => boolean {
  return ({ name }) => new RegExp(`^${verb}(?=[A-Z])`).test(name);
}

function sayWhere(entries: readonly Exported[]): string[] {
  return entries.map(({ path, name }) => `${path}: ${name}`);
}

describe("names of functions", () => {
  it("are found", () => {
    expect(functions.length).toBeGreaterThan(300);
  });

  it("use update for a change, never change or modify", () => {
    expect(sayWhere(functions.filter(begins("change")))).toEqual([]);
    expect(sayWhere(functions.filter(begins("modify")))).toEqual([]);
  });

  it("use notify, describe or send, never tell", () => {
    expect(sayWhere(functions.filter(begins("tell|told")))).toEqual([]);
  });

  it("avoid told, tell, voice, settle and soon, also for variables and fields", () => {
    const name = /\b(?:const|let|function) (?:told|tell|voice|settle|soon)\b|\b(?:told|voice|settle)\??: /;
    const stored = "src/data/tables_monitor.ts";
    expect(
      files.filter(({ path, text }) => path !== stored && name.test(text)).map(({ path }) => path),
    ).toEqual([]);
  });

  it("say response, not answer", () => {
    // Messages between the Worker, its objects and agents, whose versions may differ.
    const messages =
      /^(?:src\/(?:schema\/agent_message|objects\/prober)|durable\/(?:prober|gather_results|watch\/shared_probes|agent\/open_attempts))\.ts$/;
    const name = /\b\w*(?:answer|Answer)\w*\b/;
    expect(
      files.filter(({ path, text }) => !messages.test(path) && name.test(text)).map(({ path }) => path),
    ).toEqual([]);
  });

  it("end with Row or Rows in the data layer when they update or create", () => {
    const data = functions.filter(({ path }) => path.startsWith("src/data/"));
    expect(data.length).toBeGreaterThan(50);
    expect(sayWhere(data.filter(begins("update|create")).filter(({ name }) => !/Rows?$/.test(name)))).toEqual(
      [],
    );
  });

  it("don't use delete or insert in the service", () => {
    const services = functions.filter(({ path }) => path.startsWith("src/service/"));
    expect(sayWhere(services.filter(begins("delete|insert")))).toEqual([]);
  });

  it("use get only for functions that never return null or undefined", () => {
    const gets = functions
      .filter(begins("get"))
      .filter(({ returns }) => /\| (null|undefined)>?$/.test(returns));
    expect(sayWhere(gets)).toEqual([]);
  });

  it("differ between the service and the data layer, except lists", () => {
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
  it("are named for a thing, not for a situation", () => {
    const idiom =
      /^(?:export )?(?:interface|type) (Means|Asked|Asking|Told|Telling|Looker|Wanted|Given|Way|Which|Where|Made|Kept)\b/gm;
    const found = files.flatMap(({ path, text }) =>
      [...text.matchAll(idiom)].map((match) => `${path}: ${match[1]}`),
    );
    expect(found).toEqual([]);
  });
});
