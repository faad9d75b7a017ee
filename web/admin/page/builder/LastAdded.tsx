import { Show } from "solid-js";
import { Button } from "../../../ui/Button.tsx";
import { text } from "../../text/page_builder.ts";
import { useBuilder } from "./context.ts";

/** The way to the settings of what was added: adding itself stays where it is. */
export function LastAdded() {
  const { lastAdded, nameOf, showProperties } = useBuilder();
  return (
    <Show when={lastAdded()}>
      {(node) => (
        <div class="kinds__last">
          <span class="small break">{text.lastAdded(nameOf(node()))}</span>
          <Button
            variant="quiet"
            isSmall
            icon="edit"
            label={text.propertiesOf(nameOf(node()))}
            onClick={() => showProperties(node().id)}
          />
        </div>
      )}
    </Show>
  );
}
