import { Show } from "solid-js";
import { queryOf, setQuery } from "../../lib/router.ts";
import { Button } from "../../ui/Button.tsx";
import { Notice } from "../../ui/Notice.tsx";
import { text as uiText } from "../../ui/text.ts";
import { sayConfirmError } from "../text/access.ts";

/** Why somebody comes back from single sign-on with nothing done. */
export function AddressError() {
  return (
    <Show when={queryOf("error")}>
      {(code) => (
        <div class="address-error">
          <Notice tone="bad" isSummary>
            <p>{sayConfirmError(code())}</p>
          </Notice>
          <Button
            variant="quiet"
            isSmall
            icon="close"
            label={uiText.close}
            onClick={() => setQuery({ error: "" }, { replace: true })}
          />
        </div>
      )}
    </Show>
  );
}
