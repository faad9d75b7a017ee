import { type JSX, Show } from "solid-js";
import { Blocks } from "../blocks/Blocks.tsx";
import { useStatusPage } from "../page_context.tsx";
import { Legend } from "../parts/Legend.tsx";
import { MaintenanceBanners } from "../parts/MaintenanceBanner.tsx";
import { StatusBanner } from "../parts/StatusBanner.tsx";

export function HomeView(): JSX.Element {
  const { page } = useStatusPage();
  return (
    <Show when={page().layout.children.length > 0} fallback={<NothingPlaced />}>
      <StatusBanner />
      <MaintenanceBanners />
      <Blocks />
      <Legend />
    </Show>
  );
}

function NothingPlaced(): JSX.Element {
  const { t, options } = useStatusPage();
  return (
    <div class="empty-page">
      <h1>{t("empty.page")}</h1>
      <p>{t("empty.pageHint")}</p>
      <Show when={!options.copy}>
        <a class="button" href="/admin">
          {t("empty.signIn")}
        </a>
      </Show>
    </div>
  );
}
