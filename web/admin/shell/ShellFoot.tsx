import { PRODUCT_VERSION } from "../../../src/lib/product_version.ts";
import { Icon } from "../../ui/Icon.tsx";
import { text } from "../text/shell.ts";

export function ShellFoot() {
  return (
    <div class="shell__foot">
      <a class="navigation__link" href="/" target="_blank" rel="noreferrer">
        <Icon name="external" />
        {text.toPage}
      </a>
      <p class="small soft">{text.version(PRODUCT_VERSION)}</p>
    </div>
  );
}
