import { Show } from "solid-js";
import type { ImportAnswer } from "../../../src/schema/document.ts";
import { Button } from "../../ui/Button.tsx";
import { text } from "../text/config.ts";
import { ChangesCard } from "./ChangesCard.tsx";

export function ImportResult(props: { answer: ImportAnswer; hasChanges: boolean; onApply: () => void }) {
  return (
    <>
      <ChangesCard answer={props.answer} />
      <Show when={props.hasChanges}>
        <div>
          <Button variant="primary" onClick={() => props.onApply()}>
            {text.in.apply}
          </Button>
        </div>
      </Show>
    </>
  );
}
