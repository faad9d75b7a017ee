import type { JSX } from "solid-js";
import { Button } from "../../ui/Button.tsx";
import { Notice } from "../../ui/Notice.tsx";
import { text } from "../text/dashboard.ts";

export function Hint(props: {
  tone: "info" | "warn";
  about: string;
  onHide: () => void;
  children: JSX.Element;
}) {
  return (
    <Notice tone={props.tone}>
      <div class="board__hint">
        <div>{props.children}</div>
        <Button variant="quiet" icon="close" label={text.hide(props.about)} onClick={() => props.onHide()} />
      </div>
    </Notice>
  );
}
