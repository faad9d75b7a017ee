import type { SubscriptionSettingsResponse } from "../../../../src/schema/subscription_settings.ts";
import { readTimeout } from "../../../lib/edit.ts";
import { createForm } from "../../../lib/form.ts";
import { Button } from "../../../ui/Button.tsx";
import { Field } from "../../../ui/Field.tsx";
import { FormView } from "../../../ui/FormView.tsx";
import { LeaveGuard } from "../../../ui/LeaveGuard.tsx";
import { TextArea } from "../../../ui/TextInput.tsx";
import { showToast } from "../../../ui/toast.ts";
import { getSubscriptionSettings, updateSubscriptionSettings } from "../../api/subscription_settings.ts";
import { text } from "../../text/feeds.ts";

interface Values {
  embedOrigins: string;
}

const toValues = ({ embedOrigins }: SubscriptionSettingsResponse): Values => ({
  embedOrigins: embedOrigins.join("\n"),
});

export function EmbedOriginsForm(props: { stored: SubscriptionSettingsResponse }) {
  const form = createForm<Values, SubscriptionSettingsResponse>(
    toValues(props.stored),
    async (values, sent) => {
      const embedOrigins = values.embedOrigins.split(/[\s,;]+/).filter(Boolean);
      const stored = await updateSubscriptionSettings(sent.only({ embedOrigins }));
      form.reset(toValues(stored), stored);
      showToast(text.embed.framesDone);
    },
    {
      edit: {
        stored: props.stored,
        read: async () => await getSubscriptionSettings(readTimeout()),
        toValues,
        labels: { embedOrigins: text.embed.frames },
      },
    },
  );
  return (
    <FormView form={form} label={text.embed.framesLabel}>
      <LeaveGuard isDirty={form.isDirty} />
      <div class="stack stack--tight">
        <Field label={text.embed.frames} hint={text.embed.framesHint} error={form.problem("embedOrigins")}>
          <TextArea value={form.values.embedOrigins} onInput={form.set("embedOrigins")} />
        </Field>
        <div>
          <Button type="submit" isBusy={form.isBusy()}>
            {text.embed.saveFrames}
          </Button>
        </div>
      </div>
    </FormView>
  );
}
