import { For, Show } from "solid-js";
import type { ActionRun } from "../../../src/schema/action.ts";
import { Badge } from "../../ui/Badge.tsx";
import { RelativeTime } from "../../ui/RelativeTime.tsx";
import { text as actionText } from "../text/action.ts";
import { RunBadge } from "./RunState.tsx";

export const text = actionText.run;

export function RunFacts(props: { run: ActionRun }) {
  return (
    <dl class="facts">
      <dt>{text.status}</dt>
      <dd>
        <RunBadge status={props.run.status} />
      </dd>
      <Show when={props.run.reason}>
        {(reason) => (
          <>
            <dt>{text.reason}</dt>
            <dd>{text.reasons[reason()]}</dd>
          </>
        )}
      </Show>
      <dt>{text.trigger}</dt>
      <dd>{text.triggers[props.run.trigger]}</dd>
      <Show when={props.run.monitorId}>
        {(id) => (
          <>
            <dt>{text.monitor}</dt>
            <dd>
              <a href={`/admin/monitors/${id()}`}>{props.run.monitorName || `#${id()}`}</a>
            </dd>
          </>
        )}
      </Show>
      <dt>{text.created}</dt>
      <dd>
        <RelativeTime at={props.run.createdAt} />
      </dd>
      <Show
        when={props.run.finishedAt}
        fallback={
          <>
            <dt>{text.due}</dt>
            <dd>
              <RelativeTime at={props.run.dueAt} />
            </dd>
          </>
        }
      >
        {(at) => (
          <>
            <dt>{text.finished}</dt>
            <dd>
              <RelativeTime at={at()} />
            </dd>
          </>
        )}
      </Show>
    </dl>
  );
}

export function RunAttempts(props: { run: ActionRun }) {
  return (
    <section class="stack stack--tight">
      <h3>{text.attempts}</h3>
      <ol class="attempts plain">
        <For each={props.run.attempts} fallback={<li class="soft small">{text.noAttempts}</li>}>
          {(attempt) => (
            <li class="attempts__one">
              <span class="row row--spread">
                <Badge tone={attempt.error === null ? "good" : "bad"}>{wordsOf(attempt)}</Badge>
                <span class="small soft">
                  <RelativeTime at={attempt.at} /> · {text.ms(attempt.ms)}
                </span>
              </span>
              <Show when={attempt.error}>
                <span class="small break">{attempt.error}</span>
              </Show>
            </li>
          )}
        </For>
      </ol>
    </section>
  );
}

/** What was answered stands in the error's own words where there is one. */
function wordsOf({ httpStatus, error }: ActionRun["attempts"][number]): string {
  if (httpStatus === null) return text.notAnswered;
  return error === null ? text.answered(httpStatus) : text.refused;
}
