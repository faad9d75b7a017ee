import { docsUrlOf } from "../../src/lib/project.ts";
import { text } from "./text.ts";

export function DocsLink(props: { page: string; about: string }) {
  return (
    <a
      class="docs-link"
      href={docsUrlOf(props.page)}
      target="_blank"
      rel="noopener"
      aria-label={text.docsOf(props.about)}
    >
      {text.docs}
    </a>
  );
}
