import { renderMarkdown } from "../../lib/markdown.ts";
import type { Palette } from "./palette.ts";

const MONO = "ui-monospace,SFMono-Regular,Menlo,Consolas,monospace";

/**
 * Inline styles, because some mail programs drop style sheets. Any tag is from our own renderer, which
 * escapes all text.
 */
export function markdownForMail(markdown: string, { onCard, border, code }: Palette): string {
  const heading = "margin:20px 0 8px;font-weight:600;line-height:1.3;font-size:";
  const styles: Readonly<Record<string, string>> = {
    p: "margin:0 0 12px",
    h2: `${heading}18px`,
    h3: `${heading}16px`,
    h4: `${heading}15px`,
    h5: `${heading}15px`,
    h6: `${heading}15px`,
    ul: "margin:0 0 12px;padding:0 0 0 24px",
    ol: "margin:0 0 12px;padding:0 0 0 24px",
    li: "margin:0 0 4px",
    blockquote: `margin:0 0 12px;padding:0 0 0 12px;border-left:3px solid ${border}`,
    pre: `margin:0 0 12px;padding:12px;border-radius:8px;background:${code};font-family:${MONO};font-size:13px;white-space:pre-wrap`,
    code: `padding:1px 4px;border-radius:4px;background:${code};font-family:${MONO};font-size:.9em`,
    hr: `margin:16px 0;border:0;border-top:1px solid ${border}`,
    a: `color:${onCard.link};text-decoration:underline`,
  };
  return renderMarkdown(markdown, { firstHeading: 2 })
    .replaceAll(' tabindex="0"', "")
    .replace(/<([a-z]+\d?)(?=[ >])/g, (open, tag: string) =>
      styles[tag] === undefined ? open : `${open} class="m-${tag}" style="${styles[tag]}"`,
    )
    .replaceAll(/(<pre [^>]*>)<code [^>]*>/g, "$1<code>");
}
