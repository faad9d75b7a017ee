import { For, type JSX, Show } from "solid-js";
import { PROJECT_URL } from "../../../src/lib/project.ts";
import { isElsewhere } from "../format.ts";
import { useStatusPage } from "../page_context.tsx";
import { TextWithTime } from "./Time.tsx";

const PROJECT = "Uptide";

export function Footer(): JSX.Element {
  const { page, t, isLocal } = useStatusPage();
  // Absent from copies of earlier releases.
  const hasLinks = () => (page().site.footerLinks?.length ?? 0) > 0;
  return (
    <Show when={page().site.showFooter || page().site.showProjectLink || hasLinks()}>
      <footer class="svc-footer">
        <Show when={page().site.showFooter}>
          <p>
            <strong>{page().site.name}</strong>
            <span>
              <TextWithTime text="page.updated" at={page().takenAt} style="dateTime" />
            </span>
            <span class="zone" data-zone={t("page.zone")}>
              {isLocal && isElsewhere()
                ? t("page.zone", { zone: Intl.DateTimeFormat().resolvedOptions().timeZone })
                : t("page.utc")}
            </span>
          </p>
        </Show>
        <Show when={hasLinks()}>
          <ul>
            <For each={page().site.footerLinks}>
              {({ label, url }) => (
                <li>
                  <a href={url} rel="noopener">
                    {label}
                  </a>
                </li>
              )}
            </For>
          </ul>
        </Show>
        <Show when={page().site.showProjectLink}>
          <a class="svc-project-link" href={PROJECT_URL} rel="noopener">
            {t("page.project", { name: PROJECT })}
          </a>
        </Show>
      </footer>
    </Show>
  );
}
