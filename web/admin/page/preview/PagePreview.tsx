import { createEffect, createSignal, onCleanup } from "solid-js";
import { render } from "solid-js/web";
import type { PublicPage } from "../../../../src/schema/public_page.ts";
import { createElementWidth } from "../../../lib/element_width.ts";
import { arrangeBands, bandRules } from "../../../status/bands.ts";
import { StatusPage } from "../../../status/StatusPage.tsx";
import type { StatusView } from "../../../status/view.ts";
import { Segments } from "../../../ui/Segments.tsx";
import { text } from "../../text/page_preview.ts";
import { makeSheets, pageStyles } from "./sheets.ts";
import "./page_preview.css";

const WIDTHS = { wide: 1024, phone: 390 } as const;
type Width = keyof typeof WIDTHS;
type Theme = "light" | "dark";

const THEMES = (["light", "dark"] as const).map((value) => ({ value, label: text.themes[value] }));
const SIZES = (["wide", "phone"] as const).map((value) => ({ value, label: text.widths[value] }));

/** The page must not fill the frame, because the frame takes its height from the page. */
const OWN_RULES = ".svc-page{min-height:0}.empty-page{min-height:24rem}";
const FRAME = "<!doctype html><html data-js><head></head><body></body></html>";

export function PagePreview(props: { page: PublicPage; view?: StatusView; start?: Width }) {
  const [theme, setTheme] = createSignal<Theme>("light");
  const [width, setWidth] = createSignal<Width>(props.start ?? "wide");
  const [height, setHeight] = createSignal(480);
  let box!: HTMLDivElement;
  let frame!: HTMLIFrameElement;

  const room = createElementWidth(() => box, 0);

  /** Scaled down when there is no room: a narrower frame would show another layout. */
  const frameWidth = () => (width() === "wide" ? Math.max(WIDTHS.wide, room()) : WIDTHS.phone);
  const scale = () => Math.min(1, room() / frameWidth());

  function draw(): void {
    const { contentDocument: document, contentWindow } = frame;
    if (!document || !contentWindow) return;
    const view = contentWindow as unknown as typeof globalThis;
    document.body.innerHTML = "<div inert></div>";
    const root = document.body.querySelector("div");
    if (!root) return;
    const options = { path: "/", origin: window.location.origin, isPreview: true };
    dispose = render(() => {
      createEffect(() => {
        const { site, layout } = props.page;
        const rules = bandRules(arrangeBands(layout.children));
        document.adoptedStyleSheets = makeSheets(view, [OWN_RULES, rules, ...pageStyles(site, theme())]);
      });
      createEffect(() => {
        const { enabled } = props.page.site;
        document.documentElement.dataset["theme"] = enabled ? "custom" : theme();
        document.documentElement.lang = props.page.locale;
      });
      return (
        <StatusPage
          page={() => props.page}
          isStale={() => false}
          isLocal
          view={props.view ?? { kind: "home" }}
          options={options}
        />
      );
    }, root);
    const observer = new view.ResizeObserver(() => setHeight(document.body.scrollHeight));
    observer.observe(document.body);
  }
  let dispose = () => {};
  onCleanup(() => dispose());

  return (
    <div class="preview">
      <div class="preview__tools">
        <Segments legend={text.theme} value={theme()} options={THEMES} onChange={setTheme} />
        <Segments legend={text.width} value={width()} options={SIZES} onChange={setWidth} />
      </div>
      <div
        ref={box}
        class={`preview__box preview__box--${width()}`}
        style={{ height: `${Math.ceil(height() * scale())}px` }}
      >
        <iframe
          ref={frame}
          class="preview__frame"
          title={text.title}
          tabindex={-1}
          srcdoc={FRAME}
          onLoad={draw}
          style={{
            width: `${frameWidth()}px`,
            height: `${height()}px`,
            transform: `scale(${scale()})`,
          }}
        />
      </div>
    </div>
  );
}
