import type { JSX } from "solid-js";
import { useStatusPage } from "../page_context.tsx";

export function BackLink(): JSX.Element {
  const { t, to } = useStatusPage();
  return (
    <a class="back" href={to("/")}>
      <svg viewBox="0 0 20 20" aria-hidden="true">
        <path d="M12 4.5 6.5 10l5.5 5.5" />
      </svg>
      {t("page.back")}
    </a>
  );
}
