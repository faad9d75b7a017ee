import { Switch as Case, Match } from "solid-js";
import { sayServed } from "../../lib/served.ts";
import { wordsOf } from "../../lib/words.ts";
import { NumberInput } from "../../ui/NumberInput.tsx";
import { SecretInput } from "../../ui/SecretInput.tsx";
import { Select } from "../../ui/Select.tsx";
import { TextArea, TextInput } from "../../ui/TextInput.tsx";
import type { SchemaFieldProps } from "./context.ts";
import { emptyOf, type kindOf, type SchemaNode, takesNumbers } from "./node.ts";

function toScalar(typed: string): string | number {
  return /^(0|[1-9]\d{0,8})$/.test(typed.trim()) ? Number(typed) : typed;
}

export function PlainInput(props: SchemaFieldProps & { kind: ReturnType<typeof kindOf> }) {
  const value = () => String(props.value ?? "");
  const example = () => {
    const [first] = props.node.examples ?? [];
    return first === undefined ? undefined : String(first);
  };
  return (
    <Case
      fallback={
        <TextInput
          value={value()}
          autocomplete="off"
          spellcheck={false}
          inputmode={props.node.format === "uri" ? "url" : undefined}
          placeholder={example()}
          onInput={(typed) => props.onChange(takesNumbers(props.node) ? toScalar(typed) : typed)}
        />
      }
    >
      <Match when={props.kind === "choice"}>
        <Select
          value={value()}
          options={(props.node.enum ?? []).map((one) => ({
            value: String(one),
            label: sayServed(props.node["x-labels"]?.[String(one)] ?? wordsOf(String(one))),
          }))}
          onChange={props.onChange}
        />
      </Match>
      <Match when={props.kind === "number"}>
        <NumberInput
          value={props.value as number | null}
          onInput={(typed) => props.onChange(typed ?? emptyOf(props.node))}
        />
      </Match>
      <Match when={props.kind === "secret"}>
        <SecretInput value={value()} onInput={props.onChange} />
      </Match>
      <Match when={props.kind === "code"}>
        <TextArea value={value()} rows={8} isMono onInput={props.onChange} />
      </Match>
      <Match when={props.kind === "area"}>
        <TextArea value={value()} rows={3} onInput={props.onChange} />
      </Match>
      <Match when={props.kind === "lines"}>
        <TextArea
          value={Array.isArray(props.value) ? props.value.join("\n") : value()}
          onInput={(typed) => props.onChange(readLines(typed, props.node))}
        />
      </Match>
    </Case>
  );
}

/** Invalid numbers stay text, for the server to refuse with a sentence. */
function readLines(typed: string, { items }: SchemaNode): (string | number)[] {
  const lines = typed.split("\n").filter(Boolean);
  if (items?.type !== "integer") return lines;
  return lines.map((line) => (/^\s*\d+\s*$/.test(line) ? Number(line) : line));
}
