import { Button } from "../../../ui/Button.tsx";
import { text } from "../../text/subscriber.ts";
import { ExportButton } from "./ExportButton.tsx";

export function ChosenBar(props: { ids: readonly number[]; onClear: () => void }) {
  return (
    <section class="bulk" aria-label={text.chosenLabel}>
      <span class="strong" role="status">
        {text.chosen(props.ids.length)}
      </span>
      <span class="row">
        <ExportButton label={text.exportChosen} isSmall query={() => ({ ids: props.ids.join(",") })} />
        <Button variant="quiet" isSmall icon="close" onClick={() => props.onClear()}>
          {text.clearChosen}
        </Button>
      </span>
    </section>
  );
}
