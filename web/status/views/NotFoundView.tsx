import type { JSX } from "solid-js";
import { useStatusPage } from "../page_context.tsx";

export function NotFoundView(): JSX.Element {
  const { t, to } = useStatusPage();
  return (
    <div class="empty-page">
      <h1>{t("page.notFound")}</h1>
      <p>{t("page.notFoundHint")}</p>
      <a class="button" href={to("/")}>
        {t("page.back")}
      </a>
    </div>
  );
}
