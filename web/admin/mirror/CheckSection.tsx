import { ApiError } from "../../lib/api.ts";
import { Section } from "../../ui/Section.tsx";
import { TryPanel } from "../../ui/TryPanel.tsx";
import { checkMirrorAccess } from "../api/mirror.ts";
import { text } from "../text/mirror.ts";
import type { MirrorForm } from "./mirror_values.ts";

export function CheckSection(props: { form: MirrorForm }) {
  return (
    <Section title={text.check.title} lead={text.check.lead}>
      <TryPanel
        lead={text.check.hint}
        label={text.check.action}
        icon="shield"
        failed={text.check.failed}
        onProblems={(error) => props.form.fail(error)}
        onTry={async () => {
          const { provider, bucket, region, endpoint, accessKeyId, secretAccessKey } = props.form.values;
          const place = { provider, bucket, region, endpoint, accessKeyId, secretAccessKey };
          const tried = await checkMirrorAccess(place);
          if (!tried.ok) throw new ApiError(200, tried);
          return text.check.done;
        }}
      />
    </Section>
  );
}
