import { Notice } from "../../../ui/Notice.tsx";
import { text } from "../../text/access.ts";

export default function RefusedSignIn(props: { code: string }) {
  return (
    <Notice tone="bad" isSummary>
      <p>{text.againErrors[props.code] ?? text.unknownError}</p>
    </Notice>
  );
}
