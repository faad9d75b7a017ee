import { createSignal, type JSX, Show, Suspense } from "solid-js";
import { Button } from "../../../ui/Button.tsx";
import { Section } from "../../../ui/Section.tsx";
import { Skeleton } from "../../../ui/Skeleton.tsx";
import { text } from "../../text/incident.ts";

/** Drawn when somebody asks for it: the page's own code comes with it. */
export function PreviewSection(props: { children: JSX.Element }) {
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
        <Suspense fallback={<Skeleton />}>{props.children}</Suspense>
      </Show>
    </Section>
  );
}
