import type { Accessor, JSX } from "solid-js";
import type { Problem } from "../../lib/api.ts";
import { type SchemaForm, SchemaFormContext } from "./context.ts";
import { SchemaFields } from "./SchemaFields.tsx";

/** Stands around `SchemaFields`: where the server's problems come from, and what has no field. */
export function SchemaFormProvider(props: {
  problems: Accessor<readonly Problem[]>;
  custom?: SchemaForm["custom"];
  isLeftOut?: (name: string, value: unknown) => boolean;
  children: JSX.Element;
}) {
  return (
    <SchemaFormContext.Provider
      value={{
        problems: () => props.problems(),
        isLeftOut: (name, value) => props.isLeftOut?.(name, value) ?? false,
        custom: props.custom ?? {},
        Fields: SchemaFields,
      }}
    >
      {props.children}
    </SchemaFormContext.Provider>
  );
}
