import { Show } from "solid-js";
import { currentUser } from "../../../lib/session.ts";
import { Notice } from "../../../ui/Notice.tsx";
import { mayUse } from "../../route/pages.ts";
import { text } from "../../text/incident.ts";

export function UnseenNotice(props: { isShown: boolean; words?: { title: string; lead: string } }) {
  const words = () => props.words ?? text.unseen;
  return (
    <div aria-live="polite">
      <Show when={props.isShown}>
        <Notice tone="warn">
          <p>
            <strong>{words().title}</strong> {words().lead}
          </p>
          <Show when={mayUse(currentUser().role, "appearance")}>
            <p>
              <a href="/admin/page">{text.unseen.place}</a>
            </p>
          </Show>
        </Notice>
      </Show>
    </div>
  );
}
