import { createMemo, type JSX, onMount, Show } from "solid-js";
import type { Form } from "../../../lib/form.ts";
import { place } from "../../../lib/router.ts";
import { Disclosure } from "../../../ui/Disclosure.tsx";
import type { MonitorType } from "../../api/monitor.ts";
import { defaultsOf, kindOf, type SchemaNode } from "../../schema_form/node.ts";
import { SchemaFields } from "../../schema_form/SchemaFields.tsx";
import { SchemaFormProvider } from "../../schema_form/SchemaFormProvider.tsx";
import { VaultField } from "../../schema_form/VaultField.tsx";
import { text } from "../../text/monitor_form.ts";
import { CaptureField } from "./flow/CaptureField.tsx";
import { RequestField } from "./flow/RequestField.tsx";
import { StepsField } from "./flow/StepsField.tsx";
import type { MonitorValues } from "./values.ts";

/** Their fields come first, in one row with the test. */
const TARGET = new Set(["url", "endpoint", "host", "hostname", "port", "domain"]);
const MANY = 4;
const LEADING = new Set([
  "method",
  "expectedStatus",
  "keyword",
  "keywordAbsent",
  "keywordFailsAs",
  "host",
  "port",
  "database",
  "user",
  "password",
  "tls",
  "caCert",
  "vault",
]);

const CUSTOM = { vault: VaultField, steps: StepsField, request: RequestField, capture: CaptureField };

export function ConfigFields(props: {
  form: Form<MonitorValues>;
  type: MonitorType;
  isFocused: boolean;
  onPaste: ((event: ClipboardEvent) => void) | undefined;
  besideTarget: JSX.Element;
  belowTarget: JSX.Element;
}) {
  let target!: HTMLDivElement;
  onMount(() => props.isFocused && target.querySelector("input")?.focus());
  const node = createMemo(() => props.type.schema as SchemaNode);
  const isLeading = (name: string) => LEADING.has(name) || (node().required?.includes(name) ?? false);
  const isMany = createMemo(() => {
    const shown = Object.entries(node().properties ?? {}).filter(([, one]) => kindOf(one) !== "hidden");
    return shown.filter(([name]) => !isLeading(name)).length > MANY;
  });
  const isFirst = (name: string) => TARGET.has(name) || !isMany() || isLeading(name);
  const isTouched = createMemo(() => {
    const defaults = defaultsOf(node());
    return Object.entries(props.form.values.config).some(
      ([name, value]) =>
        !isFirst(name) &&
        kindOf(node().properties?.[name] ?? { const: null }) !== "hidden" &&
        JSON.stringify(value) !== JSON.stringify(defaults[name]),
    );
  });
  const hasProblem = () =>
    props.form.problems().some(({ path }) => {
      const [, name] = /^config\.([^.[]+)/.exec(path) ?? [];
      return name !== undefined && !isFirst(name);
    });
  const fields = (only: (name: string) => boolean) => (
    <SchemaFields
      node={node()}
      path="config"
      values={props.form.values.config}
      only={only}
      onChange={props.form.set("config")}
    />
  );

  return (
    <SchemaFormProvider problems={props.form.problems} custom={CUSTOM} agent={() => props.form.values.agent}>
      <div class="stack">
        <div class="target" ref={target} onPaste={(event) => props.onPaste?.(event)}>
          <div class="target__fields">{fields((name) => TARGET.has(name))}</div>
          {props.besideTarget}
        </div>
        {props.belowTarget}
        <div class="settings">{fields((name) => isFirst(name) && !TARGET.has(name))}</div>
        <Show when={isMany()}>
          <Disclosure label={text.more} isOpen={isTouched() || hasProblem() || place().hash === "#more"}>
            {fields((name) => !isFirst(name))}
          </Disclosure>
        </Show>
      </div>
    </SchemaFormProvider>
  );
}
