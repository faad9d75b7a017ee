import { Show } from "solid-js";
import type { ImportResponse } from "../../../src/schema/document.ts";
import { createLoad, type Load } from "../../lib/load.ts";
import { Button } from "../../ui/Button.tsx";
import { text } from "../text/config.ts";
import { ChangesCard } from "./ChangesCard.tsx";
import { type Differences, readDifferences } from "./differences.ts";
import { countKinds } from "./import_summary.ts";

export function ImportResult(props: {
  response: ImportResponse;
  documents: string;
  hasChanges: boolean;
  onApply: () => void;
}) {
  /** Applying replaces the old values, so the ones read before are kept. */
  const differences: Load<Differences> = createLoad(
    async (_, response: ImportResponse): Promise<Differences> =>
      response.dryRun ? await readDifferences(props.documents, response) : (differences.data() ?? new Map()),
    () => props.response,
  );
  return (
    <>
      <ChangesCard response={props.response} differences={differences.data() ?? new Map()} />
      <Show when={props.hasChanges}>
        <div class="import__apply">
          <span class="small">{countKinds(props.response).join(" · ")}</span>
          <Button variant="primary" onClick={() => props.onApply()}>
            {text.in.apply}
          </Button>
        </div>
      </Show>
    </>
  );
}
