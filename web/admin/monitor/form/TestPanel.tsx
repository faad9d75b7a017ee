import { createSignal, For, Show } from "solid-js";
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

export function TestPanel(props: { form: Form<MonitorValues>; monitorId: number | undefined }) {
  const [isBusy, setIsBusy] = createSignal(false);
  const [answer, setAnswer] = createSignal<MonitorTestAnswer>();

  async function test(): Promise<void> {
    const { type, config, timeoutMs, locations, agent } = props.form.values;
    setIsBusy(true);
    setAnswer(undefined);
    try {
      const monitorId =
        props.monitorId !== undefined && hasMask(config) ? { monitorId: props.monitorId } : {};
      const from = { timeoutMs: timeoutMs as number, locations: [...locations], agent };
      setAnswer(await testMonitor({ type, config, ...from, ...monitorId }));
      props.form.fail(undefined);
    } catch (thrown) {
      props.form.fail(thrown);
    }
    setIsBusy(false);
  }

  return (
    <div class="test">
      <div class="test__head">
        <p class="small soft">{text.testLead}</p>
        <Button icon="play" isBusy={isBusy()} onClick={() => void test()}>
          {text.test}
        </Button>
      </div>
      <div aria-live="polite">
        <Show when={answer()}>{(found) => <TestResult answer={found()} />}</Show>
      </div>
    </div>
  );
}

function TestResult(props: { answer: MonitorTestAnswer }) {
  return (
    <div class="stack stack--tight test__result">
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
