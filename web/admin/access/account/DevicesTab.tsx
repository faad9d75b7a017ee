import { createSignal, Show } from "solid-js";
import type { PushDevice } from "../../../../src/schema/push_device.ts";
import { createLoad } from "../../../lib/load.ts";
import { Button } from "../../../ui/Button.tsx";
import { Loaded } from "../../../ui/Loaded.tsx";
import { Notice } from "../../../ui/Notice.tsx";
import { showOutcome } from "../../../ui/toast.ts";
import { getContact, listDevices, removeDevice, testDevice } from "../../api/contact.ts";
import { text } from "../../text/devices.ts";
import { ContactForm } from "./ContactForm.tsx";
import { DeviceList } from "./DeviceList.tsx";
import { findPushRefusal, ownDeviceId, subscribe, unsubscribe } from "./push_subscription.ts";

export function DevicesTab() {
  const devices = createLoad(listDevices);
  const contact = createLoad(getContact);
  const [ownId, setOwnId] = createSignal(ownDeviceId());
  const [refusal, setRefusal] = createSignal(findPushRefusal());
  const isOn = () => devices.data()?.some(({ id }) => id === ownId()) ?? false;

  function reload(): void {
    devices.reload();
    contact.reload();
  }

  const turnOn = () =>
    showOutcome(async () => {
      const device = await subscribe();
      setRefusal(findPushRefusal());
      setOwnId(ownDeviceId());
      reload();
      return device ? text.added : text.refused.denied;
    });

  const test = ({ id }: PushDevice) =>
    showOutcome(async () => {
      try {
        await testDevice(id);
        return text.tested;
      } finally {
        reload();
      }
    });

  const remove = (device: PushDevice) =>
    showOutcome(async () => {
      await removeDevice(device.id);
      if (device.id === ownId()) await unsubscribe();
      setOwnId(ownDeviceId());
      reload();
      return text.removed;
    });

  return (
    <div class="stack">
      <div class="row row--spread">
        <div class="section__head">
          <h2>{text.title}</h2>
          <p>{text.lead}</p>
        </div>
        <Show when={refusal() === null && devices.data() && !isOn()}>
          <Button variant="primary" onClick={turnOn}>
            {text.turnOn}
          </Button>
        </Show>
      </div>
      <Show when={refusal()}>{(why) => <Notice tone="info">{text.refused[why()]}</Notice>}</Show>
      <DeviceList load={devices} ownId={ownId()} onTest={test} onRemove={remove} />
      <Loaded load={contact}>
        {(stored) => <ContactForm stored={stored()} onStored={(next) => contact.set(next)} />}
      </Loaded>
    </div>
  );
}
