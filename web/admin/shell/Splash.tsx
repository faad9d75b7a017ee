import { Logo } from "../../ui/Logo.tsx";
import { text } from "../text/shell.ts";

/** Until it is known who is there: never an empty screen. */
export function Splash() {
  return (
    <main class="alone splash">
      <Logo />
      <p class="soft" role="status">
        {text.opening}
      </p>
    </main>
  );
}
