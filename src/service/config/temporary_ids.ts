import { hasResponseTime } from "../../check/registry.ts";
import type { ShapedPage } from "./page_settings_plan.ts";
import type { Shaped } from "./shape.ts";
import type { ConfigurationView } from "./view.ts";

/** Far below any id, and too long to occur in stored text by chance. */
const FIRST_NUMBER = -7_000_000_000_000_000;
const NUMBERS = 1_000_000_000_000;

export interface MadeHere {
  monitors: ReadonlyMap<string, { id: number; hasResponseTime: boolean }>;
  templates: { id: number; name: string; isDefault: boolean }[];
}

export function madeHere({ documents, page }: Shaped, { keys, templates }: ConfigurationView): MadeHere {
  // Random: nobody can put such a number into a text beforehand.
  let number = FIRST_NUMBER - Math.floor(Math.random() * NUMBERS) * 1000;
  const monitors = documents.flatMap(({ body }) =>
    body.kind !== "Monitor" || keys.Monitor.has(body.key)
      ? []
      : [[body.key, { id: number--, hasResponseTime: hasResponseTime(body.type) }] as const],
  );
  const known = new Set(templates.map(({ name }) => name));
  return {
    monitors: new Map(monitors),
    templates: page.flatMap(({ body }) =>
      body.kind !== "IncidentTemplate" || known.has(body.name)
        ? []
        : [{ id: number--, name: body.name, isDefault: body.isDefault }],
    ),
  };
}

/** Pages before their contents; the previous default can be hidden only after another is set. */
export function defaultsFirst(page: readonly ShapedPage[]): ShapedPage[] {
  const rank = ({ body }: ShapedPage) => {
    if (body.kind === "Page") return 0;
    return "isDefault" in body && body.isDefault ? 1 : 2;
  };
  return page.toSorted((a, b) => rank(a) - rank(b));
}
