import { Show } from "solid-js";
import { bucketAddress } from "../../../src/domain/mirror/provider.ts";
import type { MirrorResponse } from "../../../src/schema/mirror.ts";
import { Fact } from "../../ui/Facts.tsx";
import { RelativeTime } from "../../ui/RelativeTime.tsx";
import { Section } from "../../ui/Section.tsx";
import { text } from "../text/mirror.ts";
import { MirrorBadge } from "./MirrorBadge.tsx";

export function StateSection(props: { stored: MirrorResponse }) {
  const status = () => props.stored.status;
  const address = () => (props.stored.provider === "binding" ? null : bucketAddress(props.stored));
  return (
    <Section title={text.state.title} lead={text.state.lead}>
      <div class="stack">
        <p class="row" aria-live="polite">
          <MirrorBadge state={status().state} />
          <span class="small soft">
            {status().filesLeft > 0 ? text.removing(status().filesLeft) : text.stateHints[status().state]}
          </span>
        </p>
        <dl class="facts">
          <Fact label={text.state.success}>
            <RelativeTime at={status().lastSuccessAt} absent={text.never} />
          </Fact>
          <Show when={status().lastError}>
            {(error) => (
              <Fact label={text.state.error}>
                <span class="break">{error()}</span>
              </Fact>
            )}
          </Show>
          <Show when={address()}>
            {(root) => (
              <Fact label={text.address}>
                <a class="break" href={`${root()}/index.html`} rel="noopener noreferrer" target="_blank">
                  {root()}/index.html
                </a>
                <p class="small soft">{text.addressHint}</p>
              </Fact>
            )}
          </Show>
        </dl>
      </div>
    </Section>
  );
}
