import { type JSX, Show } from "solid-js";
import { DocsLink } from "./DocsLink.tsx";

export function Section(props: {
  title: string;
  lead?: JSX.Element;
  docs?: string | undefined;
  children: JSX.Element;
}) {
  return (
    <section class="section">
      <div class="section__head">
        <h2>{props.title}</h2>
        <Show when={props.lead}>
          <p>{props.lead}</p>
        </Show>
        <Show when={props.docs}>
          {(page) => (
            <p>
              <DocsLink page={page()} about={props.title} />
            </p>
          )}
        </Show>
      </div>
      <div class="section__body">{props.children}</div>
    </section>
  );
}

export function SectionActions(props: { children: JSX.Element }) {
  return <div class="sticky-actions">{props.children}</div>;
}
