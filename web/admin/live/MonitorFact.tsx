import { Show } from "solid-js";
import { Fact } from "../../ui/Facts.tsx";

export function MonitorFact(props: { label: string; id: number | null; name: string }) {
  return (
    <Show when={props.id}>
      {(id) => (
        <Fact label={props.label}>
          <a href={`/admin/monitors/${id()}`}>{props.name || `#${id()}`}</a>
        </Fact>
      )}
    </Show>
  );
}
