import { findCheckType } from "../../check/registry.ts";
import type { ShapedPage } from "./page_plan.ts";
import type { Shaped } from "./shape.ts";
import type { ConfigurationView } from "./view.ts";

/** Far below every id, and long enough to be nothing else in a stored text. */
const FIRST_NUMBER = -7_000_000_000_000_000;
const NUMBERS = 1_000_000_000_000;

/** What the documents themselves make and name: each has a number that stands for it until its id is known. */
export interface MadeHere {
  monitors: ReadonlyMap<string, { id: number; hasResponseTime: boolean }>;
  templates: { id: number; name: string; isDefault: boolean }[];
}

export function madeHere({ documents, page }: Shaped, { keys, templates }: ConfigurationView): MadeHere {
  // Another one each time, so that nobody can write such a number into a text beforehand.
  let number = FIRST_NUMBER - Math.floor(Math.random() * NUMBERS) * 1000;
  const monitors = documents.flatMap(({ body }) =>
    body.kind !== "Monitor" || keys.Monitor.has(body.key)
      ? []
      : [
          [
            body.key,
            { id: number--, hasResponseTime: findCheckType(body.type)?.hasResponseTime ?? false },
          ] as const,
        ],
  );
  const known = new Set(templates.map(({ name }) => name));
  return {
    monitors: new Map(monitors),
    templates: page.flatMap(({ body }) =>
      body.kind !== "IncidentTemplate" || known.has(body.name)
        ? []
        : [{ id: number--, name: body.name, isDefault: false }],
    ),
  };
}

/** What was the default so far may be hidden once another one is. */
export function defaultsFirst(page: readonly ShapedPage[]): ShapedPage[] {
  const rank = ({ body }: ShapedPage) => ("isDefault" in body && body.isDefault ? 0 : 1);
  return page.toSorted((a, b) => rank(a) - rank(b));
}
