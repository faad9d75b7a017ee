import { Show } from "solid-js";
import type { ActionRun } from "../../../src/schema/action.ts";
import { AttemptList, Fact, TimeFact } from "../../ui/Facts.tsx";
import { MonitorFact } from "../live/MonitorFact.tsx";
import { text as actionText } from "../text/action.ts";
import { RunBadge } from "./RunState.tsx";

export const text = actionText.run;

export function RunFacts(props: { run: ActionRun }) {
  return (
    <dl class="facts">
      <Fact label={text.status}>
        <RunBadge run={props.run} />
      </Fact>
      <Show when={props.run.reason}>
        {(reason) => <Fact label={text.reason}>{text.reasons[reason()]}</Fact>}
      </Show>
      <Fact label={text.trigger}>{text.triggers[props.run.trigger]}</Fact>
      <MonitorFact label={text.monitor} id={props.run.monitorId} name={props.run.monitorName} />
      <TimeFact label={text.created} at={props.run.createdAt} />
      <TimeFact label={text.finished} at={props.run.finishedAt} />
      <TimeFact label={text.due} at={!props.run.finishedAt && props.run.dueAt} />
    </dl>
  );
}

export function RunAttempts(props: { run: ActionRun }) {
  return (
    <AttemptList
      title={text.attempts}
      none={text.noAttempts}
      attempts={props.run.attempts}
      isGood={({ error }) => error === null}
      wordsOf={wordsOf}
      tookOf={({ ms }) => text.ms(ms)}
    />
  );
}

function wordsOf({ httpStatus, error }: ActionRun["attempts"][number]): string {
  if (httpStatus === null) return text.noResponse;
  return error === null ? text.httpStatus(httpStatus) : text.refused;
}
