import { Logo } from "../../ui/Logo.tsx";
import { text } from "../text/shell.ts";

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
