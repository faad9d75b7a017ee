import { languageAttributes } from "../../domain/page/language.ts";
import { cutText } from "../../lib/cut.ts";
import { escapeHtml } from "../../lib/escape_html.ts";
import { renderMarkdown } from "../../lib/markdown.ts";
import { markdownText } from "../../lib/markdown_text.ts";
import type { MailContent, MailLink } from "./content.ts";
import type { MailSite } from "./facts.ts";
import { type Palette, type Palettes, palettesOf } from "./palette.ts";

const FONT = "system-ui,-apple-system,'Segoe UI',Roboto,'Helvetica Neue',Arial,sans-serif";
const MONO = "ui-monospace,SFMono-Regular,Menlo,Consolas,monospace";
const TABLE = 'role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0"';
/** Outlook on Windows ignores max-width, so it gets a table of fixed width. */
const OUTLOOK = {
  open: `<!--[if mso]><table role="presentation" width="600" align="center" cellpadding="0" cellspacing="0" border="0"><tr><td><![endif]-->`,
  close: "<!--[if mso]></td></tr></table><![endif]-->",
};

/** Styles are inline; the style sheet holds only the dark mode. */
export function htmlOfContent(content: MailContent): string {
  const { site, locale, title } = content;
  const palettes = palettesOf(site.colors, site.darkColors);
  const { light } = palettes;
  return [
    `<!doctype html><html ${languageAttributes(locale)}><head><meta charset="utf-8">`,
    '<meta name="viewport" content="width=device-width,initial-scale=1">',
    '<meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark">',
    `<title>${escapeHtml(title)}</title><style>${sheet(palettes, content)}</style></head>`,
    `<body class="m-ground" style="margin:0;padding:0;background:${light.ground};color:${light.onGround.text};font-family:${FONT};font-size:16px;line-height:1.55;-webkit-text-size-adjust:100%">`,
    preview(content),
    `<table ${TABLE} class="m-ground" style="background:${light.ground}"><tr><td style="padding:24px 12px">${OUTLOOK.open}`,
    `<table ${TABLE} align="center" style="max-width:600px;margin:0 auto;table-layout:fixed">`,
    `<tr><td style="padding:0 8px 20px">${writeLogo(site, light)}</td></tr>`,
    `<tr><td class="m-card" style="padding:28px 28px 16px;background:${light.card};color:${light.onCard.text};border:1px solid ${light.border};border-top:4px solid ${light.tones[content.tone]};border-radius:12px;word-break:break-word;overflow-wrap:anywhere">${writeCard(content, light)}</td></tr>`,
    `<tr><td class="m-foot" style="padding:20px 8px 0;color:${light.onGround.muted};font-size:13px;line-height:1.6;word-break:break-word">${writeFoot(content, light)}</td></tr>`,
    `</table>${OUTLOOK.close}</td></tr></table></body></html>`,
  ].join("");
}

function sheet({ light, dark }: Palettes, { site, tone }: MailContent): string {
  const ground = `background:${dark.ground}!important`;
  const rules = [
    `.m-ground{${ground};color:${dark.onGround.text}!important}`,
    `.m-card{color:${dark.onCard.text}!important;background:${dark.card}!important;border-color:${dark.border}!important;border-top-color:${dark.tones[tone]}!important}`,
    `.m-text{color:${dark.onCard.text}!important}.m-muted{color:${dark.onCard.muted}!important}.m-link,.m-a{color:${dark.onCard.link}!important}`,
    `.m-name{color:${dark.onGround.text}!important}.m-foot{color:${dark.onGround.muted}!important}.m-foot-link{color:${dark.onGround.link}!important}`,
    `.m-dot{background:${dark.tones[tone]}!important}.m-pre,.m-code{background:${dark.code}!important}`,
    `.m-blockquote,.m-hr{border-color:${dark.border}!important}`,
    `.m-button{background:${dark.button}!important;color:${dark.onButton}!important}`,
    // A logo made only for light backgrounds keeps a light background in dark mode.
    `.m-logo{padding:6px 10px;border-radius:8px;background:${light.ground}}`,
    site.logoDarkUrl === null
      ? ""
      : ".m-on-light{display:none!important}.m-on-dark{display:inline-block!important}",
  ];
  return `:root{color-scheme:light dark;supported-color-schemes:light dark}@media (max-width:480px){.m-card{padding:22px 18px 10px!important}}@media (prefers-color-scheme:dark){${rules.join("")}}`;
}

function preview({ sentences, text = "", markdown, time }: MailContent): string {
  const words = [...sentences, text, markdownText(markdown)].filter((part) => part !== "").join(" ") || time;
  const hidden =
    "display:none;max-height:0;max-width:0;overflow:hidden;opacity:0;font-size:1px;line-height:1px";
  return `<div style="${hidden}">${escapeHtml(cutText(words, 140))}${"&#847;&zwnj;&nbsp;".repeat(40)}</div>`;
}

function writeLogo({ url, name, wordmark, logoUrl, logoDarkUrl }: MailSite, { onGround }: Palette): string {
  const style = `color:${onGround.text};font-size:18px;font-weight:700;line-height:36px;text-decoration:none`;
  const image = (address: string, kind: string, display: string) =>
    `<img class="${kind}" src="${escapeHtml(address)}" alt="${escapeHtml(wordmark)}" height="36" style="display:${display};height:36px;width:auto;max-width:100%;border:0;object-fit:contain">`;
  const logo =
    logoUrl === null
      ? escapeHtml(wordmark)
      : logoDarkUrl === null
        ? image(logoUrl, "m-logo", "inline-block")
        : image(logoUrl, "m-on-light", "inline-block") + image(logoDarkUrl, "m-on-dark", "none");
  if (url === "") return `<span class="m-name" style="${style}">${logo}</span>`;
  return `<a class="m-name" href="${escapeHtml(`${url}/`)}" title="${escapeHtml(name)}" style="${style}">${logo}</a>`;
}

function writeCard(content: MailContent, palette: Palette): string {
  const { label, title, time, sentences, markdown, facts, button, tone, hint, addressHint } = content;
  const { tones } = palette;
  const { text, muted, link } = palette.onCard;
  const dot = `<span class="m-dot" style="display:inline-block;width:10px;height:10px;margin-right:8px;border-radius:5px;background:${tones[tone]}"></span>`;
  const quiet = (html: string, margin: string) =>
    html && `<p class="m-muted" style="margin:${margin};color:${muted};font-size:14px">${html}</p>`;
  const url =
    button &&
    `<a class="m-link" href="${escapeHtml(button.url)}" style="color:${link}">${escapeHtml(button.url)}</a>`;
  return [
    label &&
      `<p class="m-text" style="margin:0 0 8px;color:${text};font-size:14px;font-weight:600">${dot}${escapeHtml(label)}</p>`,
    `<h1 class="m-text" style="margin:0 0 ${time ? 6 : 14}px;color:${text};font-size:22px;font-weight:700;line-height:1.3">${escapeHtml(title)}</h1>`,
    quiet(escapeHtml(time), "0 0 16px"),
    ...sentences.map((sentence) => `<p style="margin:0 0 12px">${escapeHtml(sentence)}</p>`),
    content.text
      ? `<p style="margin:0 0 12px">${escapeHtml(content.text).replace(/\r?\n/g, "<br>")}</p>`
      : "",
    button ? writeButton(button, palette) : "",
    markdownForMail(markdown, palette),
    ...facts.map(
      (fact) =>
        `<p style="margin:0 0 10px"><span class="m-muted" style="color:${muted};font-size:13px">${escapeHtml(fact.label)}</span><br>${escapeHtml(fact.value)}</p>`,
    ),
    quiet(escapeHtml(hint), "0 0 12px"),
    quiet(addressHint && url ? `${escapeHtml(addressHint)}<br>${url}` : "", "0 0 12px"),
  ].join("");
}

/** A table, because Outlook ignores padding on links. */
function writeButton(button: MailLink, { button: ground, onButton }: Palette): string {
  const link = `display:inline-block;padding:12px 22px;color:${onButton};font-size:15px;font-weight:600;line-height:1.3;text-decoration:none`;
  return `<table role="presentation" cellpadding="0" cellspacing="0" border="0" style="margin:20px 0 16px"><tr><td class="m-button" style="background:${ground};border-radius:10px"><a class="m-button" href="${escapeHtml(button.url)}" style="${link};border-radius:10px">${escapeHtml(button.label)}</a></td></tr></table>`;
}

function writeFoot({ site, foot }: MailContent, { onGround }: Palette): string {
  const anchor = (label: string, url: string) =>
    `<a class="m-foot-link" href="${escapeHtml(url)}" style="color:${onGround.link};text-decoration:underline">${escapeHtml(label)}</a>`;
  const page = site.url === "" ? [] : [anchor(site.name, `${site.url}/`)];
  if (!foot) return page.join("");
  const links = [...(foot.manage ? [anchor(foot.manage.label, foot.manage.url)] : []), ...page];
  return [escapeHtml(foot.reason), links.join(" · ")].filter((line) => line !== "").join("<br>");
}

/**
 * Inline styles, because some mail programs drop style sheets. Any tag is from our own renderer, which
 * escapes all text.
 */
function markdownForMail(markdown: string, { onCard, border, code }: Palette): string {
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
