import { problemIn } from "../../lib/problems.ts";
import { VaultPicker, type VaultReference } from "../vault/picker/VaultPicker.tsx";
import { type SchemaFieldProps, useSchemaForm } from "./context.ts";

export function VaultField(props: SchemaFieldProps) {
  const form = useSchemaForm();
  return (
    <VaultPicker
      value={props.value as VaultReference | undefined}
      problem={(part) => problemIn(form.problems(), part === "" ? props.path : `${props.path}.${part}`)}
      onChange={props.onChange}
    />
  );
}
