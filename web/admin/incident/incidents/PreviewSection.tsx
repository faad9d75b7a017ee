import { type ComponentProps, createSignal, Show } from "solid-js";
import { lazyCode } from "../../../lib/load_code.ts";
import { Button } from "../../../ui/Button.tsx";
import { Opening } from "../../../ui/Opening.tsx";
import { Section } from "../../../ui/Section.tsx";
import { Skeleton } from "../../../ui/Skeleton.tsx";
import { text } from "../../text/incident.ts";

const IncidentPreview = lazyCode(() => import("./IncidentPreview.tsx"));

export function PreviewSection(props: ComponentProps<typeof IncidentPreview>) {
  const [isAsked, setIsAsked] = createSignal(false);
  return (
    <Section title={text.preview.section}>
      <Show
        when={isAsked()}
        fallback={
          <div>
            <Button icon="eye" onClick={() => setIsAsked(true)}>
              {text.preview.title}
            </Button>
          </div>
        }
      >
        <Opening fallback={<Skeleton />}>
          <IncidentPreview values={props.values} languages={props.languages} />
        </Opening>
      </Show>
    </Section>
  );
}
