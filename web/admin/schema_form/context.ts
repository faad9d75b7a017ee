import { type Accessor, type Component, createContext, useContext } from "solid-js";
import type { Placeholder } from "../../../src/domain/alert/placeholders.ts";
import type { Problem } from "../../lib/api.ts";
import type { SchemaNode } from "./node.ts";

export type Values = Readonly<Record<string, unknown>>;

export interface SchemaFieldProps {
  name: string;
  node: SchemaNode;
  /** As in the server's problems, such as `config.auth.basic.username`. */
  path: string;
  value: unknown;
  isRequired: boolean;
  onChange: (value: unknown) => void;
}

export interface SchemaFieldsProps {
  node: SchemaNode;
  path: string;
  values: Values;
  only?: (name: string) => boolean;
  onChange: (values: Values) => void;
}

export interface SchemaForm {
  problems: Accessor<readonly Problem[]>;
  custom: Readonly<Record<string, Component<SchemaFieldProps>>>;
  fillers?: readonly Placeholder[] | undefined;
  /** Passed in, because importing it would be circular. */
  Fields: Component<SchemaFieldsProps>;
}

export const SchemaFormContext = createContext<SchemaForm>();

export function useSchemaForm(): SchemaForm {
  const form = useContext(SchemaFormContext);
  if (!form) throw new Error("a schema field is used outside a schema form");
  return form;
}
