import { For, Show } from "solid-js";
import type { ApiContent, ApiDescription } from "../../../../src/schema/api_description.ts";
import { text } from "../../text/reference.ts";
import { FieldList } from "./FieldList.tsx";
import type { Operation } from "./operations.ts";
import { Part } from "./Part.tsx";
import { fieldsOf, typeOf } from "./schema_words.ts";
import { Words } from "./Words.tsx";

export function Responses(props: { api: ApiDescription; operation: Operation }) {
  const replies = () =>
    Object.entries(props.operation.responses).map(([status, response]) => {
      const shared = response.$ref?.split("/").at(-1);
      return { status, response: (shared && props.api.components.responses[shared]) || response };
    });
  return (
    <Part title={text.responses}>
      <dl class="operation__responses">
        <For each={replies()}>
          {({ status, response }) => (
            <>
              <dt>
                <code>{status}</code>
              </dt>
              <dd>
                <Words text={response.description ?? ""} />
                <Show when={/^2/.test(status) && response.content}>
                  {(content) => <Content api={props.api} content={content()} isResponse />}
                </Show>
              </dd>
            </>
          )}
        </For>
      </dl>
    </Part>
  );
}

export function Content(props: { api: ApiDescription; content: ApiContent; isResponse?: boolean }) {
  return (
    <For each={Object.entries(props.content)}>
      {([type, { schema = {} }]) => (
        <>
          <p class="small soft">
            {type}: {typeOf(props.api, schema)}
          </p>
          <FieldList fields={fieldsOf(props.api, schema)} isResponse={props.isResponse ?? false} />
        </>
      )}
    </For>
  );
}
