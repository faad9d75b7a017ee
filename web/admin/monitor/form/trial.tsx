import { type Accessor, createSignal, For, Show } from "solid-js";
import type { ShownStatus } from "../../../../src/schema/shown_status.ts";
import type { Form } from "../../../lib/form.ts";
import { hasMask } from "../../../lib/has_mask.ts";
import { formatExact } from "../../../lib/time.ts";
import { Button } from "../../../ui/Button.tsx";
import { Icon } from "../../../ui/Icon.tsx";
import { type MonitorTestAnswer, testMonitor } from "../../api/monitor.ts";
import { STATUS_ICONS, STATUS_TONES } from "../../live/status_look.ts";
import { text as monitorText } from "../../text/monitor.ts";
import { text } from "../../text/monitor_form.ts";
import { KeptBodyView } from "../body/KeptBodyView.tsx";
import { TriedPlaces } from "./TriedPlaces.tsx";
import type { MonitorValues } from "./values.ts";

interface Trial {
  isBusy: Accessor<boolean>;
  answer: Accessor<MonitorTestAnswer | undefined>;
  run: () => void;
}

export function createTrial(form: Form<MonitorValues>, monitorId: number | undefined): Trial {
  const [isBusy, setIsBusy] = createSignal(false);
  const [answer, setAnswer] = createSignal<MonitorTestAnswer>();

  async function test(): Promise<void> {
    const { type, config, timeoutMs, locations, agent } = form.values;
    setIsBusy(true);
    setAnswer(undefined);
    try {
      const stored = monitorId !== undefined && hasMask(config) ? { monitorId } : {};
      const from = { timeoutMs: timeoutMs as number, locations: [...locations], agent };
      setAnswer(await testMonitor({ type, config, ...from, ...stored }));
      form.fail(undefined);
    } catch (thrown) {
      form.fail(thrown);
    }
    setIsBusy(false);
  }

  return { isBusy, answer, run: () => void test() };
}

export function TestButton(props: { trial: Trial }) {
  return (
    <Button icon="play" isBusy={props.trial.isBusy()} onClick={props.trial.run}>
      {text.test}
    </Button>
  );
}

export function TestOutcome(props: { trial: Trial }) {
  return (
    <div aria-live="polite">
      <Show when={props.trial.answer()}>{(found) => <TestResult answer={found()} />}</Show>
    </div>
  );
}

function TestResult(props: { answer: MonitorTestAnswer }) {
  return (
    <div class="stack stack--tight test">
      <p class={`status status--${STATUS_TONES[props.answer.overall]} test__overall`}>
        <Icon name={STATUS_ICONS[props.answer.overall]} />
        {text.testOverall[props.answer.overall]}
      </p>
      <p class="break">{props.answer.message}</p>
      <ol class="test__steps plain" aria-label={text.testSteps}>
        <For each={props.answer.steps}>
          {(step) => (
            <li class="test__step">
              <span class={`status status--${STATUS_TONES[step.status as ShownStatus]}`}>
                <Icon name={STATUS_ICONS[step.status as ShownStatus]} />
                <span class="visually-hidden">{monitorText.statuses[step.status as ShownStatus]}</span>
              </span>
              <span class="test__what">
                <span class="strong break">{step.label}</span>
                <span class="small soft break">{step.detail}</span>
              </span>
              <span class="small soft">{monitorText.ms(step.durationMs)}</span>
            </li>
          )}
        </For>
      </ol>
      <Show when={props.answer.places}>{(places) => <TriedPlaces places={places()} />}</Show>
      <Show when={props.answer.body}>{(body) => <KeptBodyView body={body()} />}</Show>
      <p class="small soft">
        {text.testTook(monitorText.ms(props.answer.totalMs))}
        <Show when={props.answer.certExpiresAt}>
          {(at) => ` · ${text.certificateUntil} ${formatExact(at())}`}
        </Show>
      </p>
    </div>
  );
}
