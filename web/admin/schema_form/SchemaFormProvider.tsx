import type { Accessor, JSX } from "solid-js";
import type { Problem } from "../../lib/api.ts";
import { type SchemaForm, SchemaFormContext } from "./context.ts";
import { SchemaFields } from "./SchemaFields.tsx";

export function SchemaFormProvider(props: {
  problems: Accessor<readonly Problem[]>;
  custom?: SchemaForm["custom"];
  fillers?: SchemaForm["fillers"];
  children: JSX.Element;
}) {
  return (
    <SchemaFormContext.Provider
      value={{
        problems: () => props.problems(),
        custom: props.custom ?? {},
        fillers: props.fillers,
        Fields: SchemaFields,
      }}
    >
      {props.children}
    </SchemaFormContext.Provider>
  );
}
