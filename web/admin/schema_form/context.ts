import { type Accessor, type Component, createContext, useContext } from "solid-js";
import type { Placeholder } from "../../../src/domain/alert/placeholders.ts";
import type { Problem } from "../../lib/api.ts";
import type { SchemaNode } from "./node.ts";

export type Values = Readonly<Record<string, unknown>>;

export interface SchemaFieldProps {
  name: string;
  node: SchemaNode;
  /** As the server names it in a problem, such as `config.auth.basic.username`. */
  path: string;
  value: unknown;
  isRequired: boolean;
  onChange: (value: unknown) => void;
}

export interface SchemaFieldsProps {
  node: SchemaNode;
  path: string;
  values: Values;
  /** Only these, where some stand elsewhere. */
  only?: (name: string) => boolean;
  onChange: (values: Values) => void;
}

/** What every field of one schema form knows. */
export interface SchemaForm {
  problems: Accessor<readonly Problem[]>;
  /** Settings, by name, that have a field of their own kind. */
  custom: Readonly<Record<string, Component<SchemaFieldProps>>>;
  /** What is filled in where a setting says that placeholders are. */
  fillers?: readonly Placeholder[] | undefined;
  /** The fields of an object inside: handed on here, since they may hold any field again. */
  Fields: Component<SchemaFieldsProps>;
}

export const SchemaFormContext = createContext<SchemaForm>();

export function useSchemaForm(): SchemaForm {
  const form = useContext(SchemaFormContext);
  if (!form) throw new Error("a schema field stands in a schema form");
  return form;
}
