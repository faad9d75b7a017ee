import { Show } from "solid-js";
import type { BackupOverview, RestoreState } from "../../../src/schema/backup.ts";
import { Notice } from "../../ui/Notice.tsx";
import { Progress } from "../../ui/Progress.tsx";
import { text } from "../text/backup.ts";

export function BackupNotices(props: { overview: BackupOverview | undefined }) {
  const restoreIn = (state: RestoreState["state"]) => {
    const restore = props.overview?.restore;
    return restore?.state === state ? restore : undefined;
  };
  const failure = () => {
    const { lastFailureAt = null, lastSuccessAt = null, lastError = null } = props.overview ?? {};
    return lastFailureAt !== null && lastFailureAt > (lastSuccessAt ?? 0) ? lastError : null;
  };
  return (
    <Show when={restoreIn("running") || restoreIn("failed") || failure()}>
      <div class="stack" role="status">
        <Show when={restoreIn("running")}>
          {(restore) => (
            <Notice tone="info">
              <strong>{text.restoreRuns}</strong>
              <Progress
                label={text.phases[restore().phase]}
                done={Math.floor(restore().progress * 100)}
                total={100}
              />
            </Notice>
          )}
        </Show>
        <Show when={restoreIn("failed")}>
          {(restore) => (
            <Notice tone="warn">
              <strong>{text.restoreFailed}</strong>
              <p>{restore().error}</p>
            </Notice>
          )}
        </Show>
        <Show when={failure()}>
          {(error) => (
            <Notice tone="warn">
              <strong>{text.lastFailed}</strong>
              <p>{error()}</p>
            </Notice>
          )}
        </Show>
      </div>
    </Show>
  );
}
