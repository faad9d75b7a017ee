import { createSignal, Match, Show, Switch } from "solid-js";
import type { ActionRun } from "../../../src/schema/action.ts";
import { Badge, type BadgeTone } from "../../ui/Badge.tsx";
import { Button } from "../../ui/Button.tsx";
import { RelativeTime } from "../../ui/RelativeTime.tsx";
import { StateCell } from "../../ui/StateCell.tsx";
import { showOutcome } from "../../ui/toast.ts";
import { cancelRun, retryRun } from "../api/action.ts";
import { text as actionText } from "../text/action.ts";

const text = actionText.run;

const TONES: Record<ActionRun["status"], BadgeTone> = {
  waiting: "accent",
  running: "accent",
  succeeded: "good",
  failed: "bad",
  cancelled: "neutral",
  skipped: "warn",
};

export function RunBadge(props: { run: ActionRun }) {
  const words = () => (isRetried(props.run) ? text.retrying : text.statuses[props.run.status]);
  return <Badge tone={TONES[props.run.status]}>{words()}</Badge>;
}

export function RunState(props: { run: ActionRun }) {
  const why = () => (
    <Switch>
      <Match when={!isOver(props.run)}>
        {isRetried(props.run) ? text.nextTry : text.due} <RelativeTime at={props.run.dueAt} />
      </Match>
      <Match when={props.run.reason}>{(reason) => text.reasons[reason()]}</Match>
      <Match when={props.run.status === "failed"}>{props.run.attempts.at(-1)?.error}</Match>
    </Switch>
  );
  return <StateCell badge={<RunBadge run={props.run} />} why={why()} />;
}

export function RunButtons(props: { run: ActionRun; of?: string; onDone: (run: ActionRun | null) => void }) {
  const [isBusy, setIsBusy] = createSignal(false);
  async function work(deed: () => Promise<ActionRun>, message: string): Promise<void> {
    setIsBusy(true);
    let next: ActionRun | null = null;
    await showOutcome(async () => {
      next = await deed();
      return message;
    });
    setIsBusy(false);
    props.onDone(next);
  }
  const { id } = props.run;
  return (
    <>
      <Show when={props.run.status === "failed"}>
        <Button
          isSmall
          icon="refresh"
          of={props.of}
          isBusy={isBusy()}
          onClick={() => void work(() => retryRun(id), text.retried)}
        >
          {text.retry}
        </Button>
      </Show>
      <Show when={props.run.status === "waiting"}>
        <Button
          isSmall
          icon="close"
          of={props.of}
          isBusy={isBusy()}
          onClick={() => void work(() => cancelRun(id), text.cancelled)}
        >
          {text.cancel}
        </Button>
      </Show>
    </>
  );
}

function isRetried({ status, attempts }: ActionRun): boolean {
  return status === "running" && attempts.length > 0;
}

export function isOver({ status }: ActionRun): boolean {
  return status !== "waiting" && status !== "running";
}
