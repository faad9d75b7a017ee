import type { Accessor, JSX } from "solid-js";
import type { Problem } from "../../lib/api.ts";
import { VaultReader } from "../vault/picker/vault_reader.ts";
import { type SchemaForm, SchemaFormContext } from "./context.ts";
import { SchemaFields } from "./SchemaFields.tsx";

export function SchemaFormProvider(props: {
  problems: Accessor<readonly Problem[]>;
  custom?: SchemaForm["custom"];
  fillers?: SchemaForm["fillers"];
  agent?: Accessor<string | null>;
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
      <VaultReader.Provider value={() => props.agent?.() ?? null}>{props.children}</VaultReader.Provider>
    </SchemaFormContext.Provider>
  );
}
