import { Show } from "solid-js";
import type { Monitor } from "../../../../src/schema/monitor.ts";
import type { LastChecks } from "../../../../src/schema/monitor_history.ts";
import { Disclosure } from "../../../ui/Disclosure.tsx";
import { Loaded } from "../../../ui/Loaded.tsx";
import { isFailing } from "../../live/shown_status.ts";
import { text } from "../../text/monitor_detail.ts";
import { BeatBar } from "./BeatBar.tsx";
import { createChecks } from "./checks.ts";
import { FailureDetail } from "./FailureDetail.tsx";

export function ChecksCard(props: { monitor: Monitor }) {
  const { load, beats } = createChecks(() => props.monitor);
  return (
    <>
      <section class="card" aria-labelledby="checks">
        <div class="card__head">
          <h2 id="checks">{text.beats.title}</h2>
        </div>
        <div class="card__body">
          <Loaded load={load} lines={2}>
            {() => <BeatBar beats={beats()} />}
          </Loaded>
        </div>
      </section>
      <Show when={load.data()?.failure}>
        {(failure) => (
          <Show
            when={isFailing(props.monitor)}
            fallback={
              <Disclosure label={text.failure.last}>
                <FailureDetail monitor={props.monitor} failure={failure()} />
              </Disclosure>
            }
          >
            <Why monitor={props.monitor} failure={failure()} />
          </Show>
        )}
      </Show>
    </>
  );
}

function Why(props: { monitor: Monitor; failure: NonNullable<LastChecks["failure"]> }) {
  return (
    <section class="card" aria-labelledby="failure">
      <div class="card__head">
        <h2 id="failure">{text.failure.title}</h2>
      </div>
      <div class="card__body">
        <FailureDetail monitor={props.monitor} failure={props.failure} />
      </div>
    </section>
  );
}
