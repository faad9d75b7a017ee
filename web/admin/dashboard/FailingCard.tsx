import { For, Show } from "solid-js";
import { countFailing } from "../../../src/domain/monitor/board.ts";
import { ButtonLink } from "../../ui/Button.tsx";
import { text } from "../text/dashboard.ts";
import type { LiveBoard } from "./board.ts";
import { FailingLine } from "./FailingLine.tsx";
import { incidentOf, reportPath } from "./report.ts";

export function FailingCard(props: { live: LiveBoard }) {
  const ids = () => props.live.board()?.failing.map(({ id }) => id) ?? [];
  const count = () => countFailing(props.live.board()?.counts);
  const unreported = () => ids().filter((id) => !incidentOf(props.live.load.data()?.incidents, id));
  return (
    <section class="card" aria-labelledby="failing">
      <div class="card__head">
        <h2 id="failing">{text.failing}</h2>
        <div class="row">
          <Show when={count() > ids().length}>
            <a class="small" href="/admin/monitors?sort=status">
              {text.failingAll(count())}
            </a>
          </Show>
          <Show when={unreported().length > 0}>
            <ButtonLink variant="primary" icon="flag" href={reportPath(unreported())}>
              {text.report}
            </ButtonLink>
          </Show>
        </div>
      </div>
      <ul class="lines plain">
        <For each={ids()}>
          {(id) => <FailingLine id={id} live={props.live} isOneOfMany={unreported().length > 1} />}
        </For>
      </ul>
    </section>
  );
}
