import { onMount } from "solid-js";
import { place } from "../../../lib/router.ts";
import { Button, ButtonLink } from "../../../ui/Button.tsx";
import { signOut } from "../../api/own.ts";
import { leaveAfter } from "../../route/leave.ts";
import { returnPathOf } from "../../route/redirect.ts";
import { text } from "../../text/shell.ts";
import { AuthFrame } from "./AuthFrame.tsx";

export default function ViewerPage() {
  onMount(() => {
    window.location.replace(returnPathOf(place()) ?? "/");
  });

  return (
    <AuthFrame title={text.viewer.title} lead={text.viewer.lead}>
      <ButtonLink variant="primary" isWide href="/">
        {text.viewer.open}
      </ButtonLink>
      <div class="access__foot">
        <Button variant="quiet" isSmall onClick={() => leaveAfter(signOut)}>
          {text.signOut}
        </Button>
      </div>
    </AuthFrame>
  );
}
