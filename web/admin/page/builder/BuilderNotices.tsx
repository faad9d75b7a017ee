import { Show } from "solid-js";
import type { Side } from "../../../lib/edit.ts";
import { ConflictNotice } from "../../../ui/ConflictNotice.tsx";
import { Notice } from "../../../ui/Notice.tsx";
import { text as uiText } from "../../../ui/text.ts";
import { text } from "../../text/page_builder.ts";
import { useBuilder } from "./context.ts";

export function BuilderNotices(props: { onResolve: (whose: Side) => void }) {
  const { builder } = useBuilder();
  return (
    <>
      <Show when={builder.isRestored && builder.isDirty()}>
        <Notice tone="info">
          <p>{uiText.restored}</p>
        </Notice>
      </Show>
      <Show when={builder.conflict()}>
        {(conflict) => (
          <ConflictNotice
            conflict={conflict()}
            isBusy={builder.isBusy()}
            onResolve={(whose) => props.onResolve(whose)}
          />
        )}
      </Show>
      <Show when={builder.error()}>
        {(error) => (
          <Notice tone="bad" isSummary>
            <p>
              <strong>{text.problems.title}</strong>{" "}
              {error().problems.length > 0 ? text.problems.count(error().problems.length) : error().message}
            </p>
          </Notice>
        )}
      </Show>
    </>
  );
}
