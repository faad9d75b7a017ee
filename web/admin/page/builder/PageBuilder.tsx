import { Show } from "solid-js";
import type { PlaceableMonitor } from "../../../../src/schema/layout.ts";
import type { Page } from "../../../../src/schema/page.ts";
import type { PublicPage } from "../../../../src/schema/public_page.ts";
import { chosenPrefix } from "../../../lib/chosen_page.ts";
import { queryOf, setQuery } from "../../../lib/router.ts";
import { LeaveGuard } from "../../../ui/LeaveGuard.tsx";
import { Segments } from "../../../ui/Segments.tsx";
import type { StoredLayout } from "../../api/layout.ts";
import { text } from "../../text/page_builder.ts";
import { withLayout } from "../preview/data.ts";
import { PagePreview } from "../preview/PagePreview.tsx";
import type { PageLanguages } from "../words/page_languages.ts";
import { BuilderHead } from "./BuilderHead.tsx";
import { BuilderNotices } from "./BuilderNotices.tsx";
import { BuilderSide } from "./BuilderSide.tsx";
import { createBuilderState } from "./builder_state.ts";
import { Canvas } from "./Canvas.tsx";
import { BuilderProvider } from "./context.ts";
import { EmptyCanvas } from "./EmptyCanvas.tsx";
import { RemoveGroupDialog } from "./RemoveGroupDialog.tsx";
import "./page_builder.css";

const VIEWS = (["edit", "preview"] as const).map((value) => ({ value, label: text.views[value] }));
export function PageBuilder(props: {
  stored: StoredLayout;
  monitors: readonly PlaceableMonitor[];
  page: PublicPage;
  languages: PageLanguages;
  otherPages: readonly Page[];
}) {
  const state = createBuilderState({
    stored: props.stored,
    monitors: props.monitors,
    firstPage: props.page,
    languages: props.languages,
    otherPages: () => props.otherPages,
  });
  const { builder } = state.context;

  const view = () => (queryOf("view") === "preview" ? "preview" : "edit");
  function show(next: "edit" | "preview"): void {
    setQuery({ view: next === "edit" ? "" : next });
    if (next === "preview") state.refresh();
  }
  const isEmpty = () => builder.tree().children.length === 0;

  return (
    <BuilderProvider value={state.context}>
      <BuilderHead state={state} />
      <LeaveGuard isDirty={builder.isDirty} />
      <div class="stack">
        <BuilderNotices onResolve={state.resolveConflict} />
        <div class="row row--spread">
          <Segments legend={text.view} value={view()} options={VIEWS} onChange={show} />
          <span class="row small soft">
            {builder.isDirty() ? text.unsaved : text.allSaved}
            <a href={`${chosenPrefix()}/`} target="_blank" rel="noopener">
              {text.open}
            </a>
          </span>
        </div>
        <Show
          when={view() === "edit"}
          fallback={<PagePreview page={withLayout(state.page(), builder.tree())} />}
        >
          <div class="builder">
            <Show
              when={!isEmpty()}
              fallback={<EmptyCanvas onReady={state.setCanvas} onPlaceAll={state.placeAll} />}
            >
              <Canvas onReady={state.setCanvas} />
            </Show>
            <BuilderSide state={state} />
          </div>
        </Show>
      </div>
      <p class="visually-hidden" role="status">
        {state.announcement()}
      </p>
      <RemoveGroupDialog state={state} />
    </BuilderProvider>
  );
}
