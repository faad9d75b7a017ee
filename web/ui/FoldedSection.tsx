import { createSignal, type JSX, Show } from "solid-js";
import { DocsLink } from "./DocsLink.tsx";
import { Icon } from "./Icon.tsx";

export function FoldedSection(props: {
  title: string;
  now: string;
  isWarning?: boolean;
  isOpen: boolean;
  lead?: string;
  docs?: string | undefined;
  children: JSX.Element;
}) {
  const [isWanted, setIsWanted] = createSignal(false);
  const isOpen = () => isWanted() || props.isOpen;
  // The browser fires `toggle` after a layout without the content, so the next click would hit something that moved.
  const onClick = (event: MouseEvent) => {
    event.preventDefault();
    setIsWanted(!isOpen());
  };
  return (
    <details class="fold" open={isOpen()}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: a summary is a control. */}
      <summary class="fold__head" onClick={onClick}>
        <Icon name="right" />
        <h2>{props.title}</h2>
        <Show when={!isOpen()}>
          <span class={`fold__now${props.isWarning ? " fold__now--warn" : ""}`}>{props.now}</span>
        </Show>
      </summary>
      <Show when={isOpen()}>
        <div class="fold__body">
          <Show when={props.lead}>
            <p class="small soft">
              {props.lead}
              <Show when={props.docs}>
                {(page) => (
                  <>
                    {" "}
                    <DocsLink page={page()} about={props.title} />
                  </>
                )}
              </Show>
            </p>
          </Show>
          {props.children}
        </div>
      </Show>
    </details>
  );
}
