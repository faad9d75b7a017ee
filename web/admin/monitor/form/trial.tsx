import { type Accessor, createSignal, For, Show } from "solid-js";
import type { ShownStatus } from "../../../../src/schema/shown_status.ts";
import type { Form } from "../../../lib/form.ts";
import { hasMask } from "../../../lib/has_mask.ts";
import { formatExact } from "../../../lib/time.ts";
import { Button } from "../../../ui/Button.tsx";
import { Icon } from "../../../ui/Icon.tsx";
import { type MonitorTestResponse, testMonitor } from "../../api/monitor.ts";
import { STATUS_ICONS, STATUS_TONES } from "../../live/status_look.ts";
import { text as monitorText } from "../../text/monitor.ts";
import { text } from "../../text/monitor_form.ts";
import { KeptBodyView } from "../body/KeptBodyView.tsx";
import { TriedPlaces } from "./TriedPlaces.tsx";
import type { MonitorValues } from "./values.ts";

interface Trial {
  isBusy: Accessor<boolean>;
  response: Accessor<MonitorTestResponse | undefined>;
  run: () => void;
}

export function createTrial(form: Form<MonitorValues>, monitorId: number | undefined): Trial {
  const [isBusy, setIsBusy] = createSignal(false);
  const [response, setResponse] = createSignal<MonitorTestResponse>();

  async function test(): Promise<void> {
    const { type, config, timeoutMs, locations, agent } = form.values;
    setIsBusy(true);
    setResponse(undefined);
    try {
      const stored = monitorId !== undefined && hasMask(config) ? { monitorId } : {};
      const from = { timeoutMs: timeoutMs as number, locations: [...locations], agent };
      setResponse(await testMonitor({ type, config, ...from, ...stored }));
      form.fail(undefined);
    } catch (thrown) {
      form.fail(thrown);
    }
    setIsBusy(false);
  }

  return { isBusy, response, run: () => void test() };
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
      <Show when={props.trial.response()}>{(found) => <TestResult response={found()} />}</Show>
    </div>
  );
}

function TestResult(props: { response: MonitorTestResponse }) {
  return (
    <div class="stack stack--tight test">
      <p class={`status status--${STATUS_TONES[props.response.overall]} test__overall`}>
        <Icon name={STATUS_ICONS[props.response.overall]} />
        {text.testOverall[props.response.overall]}
      </p>
      <p class="break">{props.response.message}</p>
      <ol class="test__steps plain" aria-label={text.testSteps}>
        <For each={props.response.steps}>
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
      <Show when={props.response.places}>{(places) => <TriedPlaces places={places()} />}</Show>
      <Show when={props.response.body}>{(body) => <KeptBodyView body={body()} />}</Show>
      <p class="small soft">
        {text.testTook(monitorText.ms(props.response.totalMs))}
        <Show when={props.response.certExpiresAt}>
          {(at) => ` · ${text.certificateUntil} ${formatExact(at())}`}
        </Show>
      </p>
    </div>
  );
}
