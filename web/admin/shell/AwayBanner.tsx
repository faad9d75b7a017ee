import { Match, Switch } from "solid-js";
import { now } from "../../lib/clock.ts";
import { askNow, fault, isAway, lostSince } from "../../lib/connection.ts";
import { formatMoment, JUST_NOW_MS } from "../../lib/time.ts";
import { Button } from "../../ui/Button.tsx";
import { Icon } from "../../ui/Icon.tsx";
import { monitors } from "../live/monitors.ts";
import { text } from "../text/shell.ts";

export function AwayBanner() {
  const silentSince = () => {
    const since = monitors.silentSince();
    return since !== null && now() - since >= JUST_NOW_MS ? since : undefined;
  };
  return (
    <div class="away" role="alert">
      <Switch>
        <Match when={isAway()}>
          <div class="away__body">
            <Icon name="warning" />
            <p>
              <strong>{text.away.title(formatMoment(lostSince() ?? Date.now()))}</strong> {text.away.lead}
            </p>
            <Button isSmall onClick={askNow}>
              {text.away.tryNow}
            </Button>
          </div>
        </Match>
        <Match when={fault()}>
          {(sentence) => (
            <div class="away__body">
              <Icon name="warning" />
              <p>
                <strong>{sentence()}</strong> {text.fault}
              </p>
            </div>
          )}
        </Match>
        <Match when={silentSince()}>
          {(since) => (
            <div class="away__body away__body--silent">
              <Icon name="clock" />
              <p>
                <strong>{text.silent.title(formatMoment(since()))}</strong> {text.silent.lead}
              </p>
            </div>
          )}
        </Match>
      </Switch>
    </div>
  );
}
