import { createSignal, For, Show } from "solid-js";
import type { ApiDescription } from "../../../../src/schema/api_description.ts";
import { Badge } from "../../../ui/Badge.tsx";
import { CopyButton } from "../../../ui/CopyField.tsx";
import { text } from "../../text/reference.ts";
import { FieldList } from "./FieldList.tsx";
import { formatCall, isOpen, type Operation, takesToken } from "./operations.ts";
import { Part } from "./Part.tsx";
import { Content, Responses } from "./Responses.tsx";
import { fieldsOf } from "./schema_words.ts";
import { Words } from "./Words.tsx";

export function OperationView(props: { api: ApiDescription; operation: Operation }) {
  const [wasOpened, setWasOpened] = createSignal(false);
  const operation = () => props.operation;
  return (
    <details class="operation" onToggle={() => setWasOpened(true)}>
      <summary class="operation__line">
        <span class={`operation__method operation__method--${operation().method.toLowerCase()}`}>
          {operation().method}
        </span>
        <code class="operation__path">{operation().path}</code>
        <span class="operation__summary soft">{operation().summary}</span>
      </summary>
      <Show when={wasOpened()}>
        <OperationBody api={props.api} operation={operation()} />
      </Show>
    </details>
  );
}

function OperationBody(props: { api: ApiDescription; operation: Operation }) {
  const operation = () => props.operation;
  const call = () => formatCall(props.api, operation(), location.origin);
  const parameters = () =>
    (operation().parameters ?? []).map((parameter) => ({
      ...fieldsOf(props.api, { properties: { [parameter.name]: parameter.schema ?? {} } })[0]!,
      isRequired: parameter.required ?? false,
      description: parameter.description ?? parameter.schema?.description ?? "",
    }));
  return (
    <div class="operation__body stack">
      <div class="operation__who">
        <WhoMay operation={operation()} />
      </div>
      <For each={(operation().description ?? "").split("\n\n").filter(Boolean)}>
        {(paragraph) => (
          <p>
            <Words text={paragraph} />
          </p>
        )}
      </For>
      <Show when={call()}>
        {(line) => (
          <Part title={text.example} extra={<CopyButton value={line()} />}>
            <pre class="operation__call">{line()}</pre>
          </Part>
        )}
      </Show>
      <Show when={parameters().length > 0}>
        <Part title={text.parameters}>
          <FieldList fields={parameters()} />
        </Part>
      </Show>
      <Show when={operation().requestBody}>
        {(body) => (
          <Part title={text.body}>
            <Content api={props.api} content={body().content} />
          </Part>
        )}
      </Show>
      <Responses api={props.api} operation={operation()} />
    </div>
  );
}

function WhoMay(props: { operation: Operation }) {
  return (
    <Show
      when={isOpen(props.operation)}
      fallback={
        <Show when={takesToken(props.operation)} fallback={<Badge tone="warn">{text.session}</Badge>}>
          <Badge tone="accent">{text.tokenNeeded}</Badge>
        </Show>
      }
    >
      <Badge tone="good">{text.open}</Badge>
    </Show>
  );
}
