import { For, type JSX, Show } from "solid-js";
import type { AlertPolicy } from "../../../../src/schema/alert_policy.ts";
import { Switch } from "../../../ui/Switch.tsx";
import { text } from "../../text/channel.ts";
import { describePolicy } from "./policy.ts";

export function PolicyPart(props: {
  label: string;
  hint: string;
  isOn: boolean;
  onChange: (isOn: boolean) => void;
  children: JSX.Element;
}) {
  return (
    <div class="policy__part">
      <Switch label={props.label} hint={props.hint} isOn={props.isOn} onChange={props.onChange} />
      <Show when={props.isOn}>
        <div class="policy__fields">{props.children}</div>
      </Show>
    </div>
  );
}

export function PolicyPreview(props: { policy: AlertPolicy; notifyOnRecovery: boolean; isEnabled: boolean }) {
  const sentences = () =>
    props.isEnabled
      ? [
          ...describePolicy(props.policy),
          props.notifyOnRecovery ? text.preview.recovery : text.preview.noRecovery,
        ]
      : [text.preview.off];
  return (
    <section class="policy__preview" aria-label={text.previewTitle} aria-live="polite">
      <p class="small strong">{text.previewTitle}</p>
      <For each={sentences()}>{(sentence) => <p>{sentence}</p>}</For>
    </section>
  );
}
