import { For, type JSX, Show } from "solid-js";
import { Badge } from "./Badge.tsx";
import { RelativeTime } from "./RelativeTime.tsx";

export function Fact(props: { label: string; children: JSX.Element }) {
  return (
    <>
      <dt>{props.label}</dt>
      <dd>{props.children}</dd>
    </>
  );
}

export function TimeFact(props: { label: string; at: number | null | false | undefined }) {
  return (
    <Show when={props.at}>
      {(at) => (
        <Fact label={props.label}>
          <RelativeTime at={at()} />
        </Fact>
      )}
    </Show>
  );
}

interface Attempt {
  at: number;
  error: string | null;
}

export function AttemptList<A extends Attempt>(props: {
  title: string;
  none: string;
  attempts: readonly A[];
  isGood: (attempt: A) => boolean;
  wordsOf: (attempt: A) => string;
  tookOf: (attempt: A) => string;
}) {
  return (
    <section class="stack stack--tight">
      <h3>{props.title}</h3>
      <ol class="attempts plain">
        <For each={props.attempts} fallback={<li class="soft small">{props.none}</li>}>
          {(attempt) => (
            <li class="attempts__one">
              <span class="row row--spread">
                <Badge tone={props.isGood(attempt) ? "good" : "bad"}>{props.wordsOf(attempt)}</Badge>
                <span class="small soft">
                  <RelativeTime at={attempt.at} /> · {props.tookOf(attempt)}
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
