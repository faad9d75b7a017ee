import { createLoad, followUntil } from "../../lib/load.ts";
import { setQuery } from "../../lib/router.ts";
import { Loaded } from "../../ui/Loaded.tsx";
import { SidePanel } from "../../ui/SidePanel.tsx";
import { getRun } from "../api/action.ts";
import { RunAttempts, RunFacts, text } from "./RunFacts.tsx";
import { isOver, RunButtons } from "./RunState.tsx";

const FOLLOW_MS = 2000;

export function RunPanel(props: { id: number; onClose: () => void; onChanged: () => void }) {
  const found = createLoad(
    async (signal, id) => await getRun(id, signal),
    () => props.id,
  );
  followUntil(found, { isOver, everyMs: FOLLOW_MS, onOver: () => props.onChanged() });
  return (
    <SidePanel title={found.data()?.actionName ?? text.title} onClose={() => props.onClose()}>
      <Loaded load={found}>
        {(run) => (
          <>
            <RunFacts run={run()} />
            <div class="row">
              <RunButtons
                run={run()}
                onDone={(next) => {
                  props.onChanged();
                  if (next && next.id !== props.id) setQuery({ run: String(next.id) });
                  else found.reload();
                }}
              />
            </div>
            <RunAttempts run={run()} />
          </>
        )}
      </Loaded>
    </SidePanel>
  );
}
