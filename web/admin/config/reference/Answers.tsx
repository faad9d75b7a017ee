import { For, Show } from "solid-js";
import type { ApiContent, ApiDescription } from "../../../../src/schema/api_description.ts";
import { text } from "../../text/reference.ts";
import { FieldList } from "./FieldList.tsx";
import type { Operation } from "./operations.ts";
import { Part } from "./Part.tsx";
import { fieldsOf, typeOf } from "./schema_words.ts";
import { Words } from "./Words.tsx";

export function Answers(props: { api: ApiDescription; operation: Operation }) {
  const answers = () =>
    Object.entries(props.operation.responses).map(([status, answer]) => {
      const shared = answer.$ref?.split("/").at(-1);
      return { status, answer: (shared && props.api.components.responses[shared]) || answer };
    });
  return (
    <Part title={text.answers}>
      <dl class="operation__answers">
        <For each={answers()}>
          {({ status, answer }) => (
            <>
              <dt>
                <code>{status}</code>
              </dt>
              <dd>
                <Words text={answer.description ?? ""} />
                <Show when={/^2/.test(status) && answer.content}>
                  {(content) => <Content api={props.api} content={content()} isAnswer />}
                </Show>
              </dd>
            </>
          )}
        </For>
      </dl>
    </Part>
  );
}

export function Content(props: { api: ApiDescription; content: ApiContent; isAnswer?: boolean }) {
  return (
    <For each={Object.entries(props.content)}>
      {([type, { schema = {} }]) => (
        <>
          <p class="small soft">
            {type}: {typeOf(props.api, schema)}
          </p>
          <FieldList fields={fieldsOf(props.api, schema)} isAnswer={props.isAnswer ?? false} />
        </>
      )}
    </For>
  );
}
