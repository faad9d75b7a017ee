import { Show } from "solid-js";
import { askNow, isAway, lostSince } from "../../lib/connection.ts";
import { formatMoment } from "../../lib/time.ts";
import { Button } from "../../ui/Button.tsx";
import { Icon } from "../../ui/Icon.tsx";
import { text } from "../text/shell.ts";

/** Over everything: what is shown may have been wrong for a while. */
export function AwayBanner() {
  return (
    <div class="away" role="alert">
      <Show when={isAway()}>
        <div class="away__body">
          <Icon name="warning" />
          <p>
            <strong>{text.away.title(formatMoment(lostSince() ?? Date.now()))}</strong> {text.away.lead}
          </p>
          <Button isSmall onClick={askNow}>
            {text.away.tryNow}
          </Button>
        </div>
      </Show>
    </div>
  );
}
