import { Show } from "solid-js";
import { currentUser } from "../../../lib/session.ts";
import { Button, ButtonLink } from "../../../ui/Button.tsx";
import { EmptyState } from "../../../ui/EmptyState.tsx";
import { mayUse } from "../../route/pages.ts";
import { text } from "../../text/page_builder.ts";
import { useBuilder } from "./context.ts";

export function EmptyCanvas(props: { onReady: (element: HTMLElement) => void; onPlaceAll: () => void }) {
  const { monitors } = useBuilder();
  return (
    <div class="card" ref={(element) => props.onReady(element)}>
      <EmptyState icon="layout" title={text.empty.title}>
        <p>{monitors.length > 0 ? text.empty.lead : text.empty.noMonitors}</p>
        <Show
          when={monitors.length > 0}
          fallback={
            <Show when={mayUse(currentUser().role, "monitors")}>
              <ButtonLink variant="primary" icon="plus" href="/admin/monitors/new">
                {text.empty.addMonitor}
              </ButtonLink>
            </Show>
          }
        >
          <Button variant="primary" icon="plus" onClick={() => props.onPlaceAll()}>
            {text.empty.action(monitors.length)}
          </Button>
        </Show>
      </EmptyState>
    </div>
  );
}
