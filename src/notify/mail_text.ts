import type { AlertMessage } from "../domain/alert/message.ts";
import { factsOf, footOf, linkOf, titleOf } from "../domain/alert/text.ts";
import { TONE_COLORS, toneOf } from "../domain/alert/tone.ts";
import { escapeHtml } from "../lib/escape_html.ts";
import { plain } from "../lib/template.ts";
import { wordsOfMessage } from "./own_words.ts";

const MAX_WORDS = 50_000;
const FONT = "font-family:system-ui,-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif";

export function textOfMail(message: AlertMessage, template: string): string {
  const facts = factsOf(message).map(({ label, value }) => `${label}: ${value}`);
  const link = linkOf(message);
  const acknowledge = message.acknowledgeUrl ? `I'm on it: ${message.acknowledgeUrl}` : "";
  const parts = [
    titleOf(message),
    saidIn(message, template),
    facts.join("\n"),
    acknowledge,
    link ?? "",
    footOf(message),
  ];
  return `${parts.filter((part) => part.trim() !== "").join("\n\n")}\n`;
}

export function htmlOfMail(message: AlertMessage, template: string): string {
  const title = escapeHtml(titleOf(message));
  const link = linkOf(message);
  const facts = factsOf(message).map(
    ({ label, value }) =>
      `<tr><th scope="row" style="padding:4px 16px 4px 0;text-align:left;vertical-align:top;font-weight:600;color:#505f76;white-space:nowrap">${escapeHtml(label)}</th><td style="padding:4px 0;word-break:break-word">${escapeHtml(value)}</td></tr>`,
  );
  return [
    '<!doctype html><html lang="en"><head><meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width,initial-scale=1">',
    `<title>${title}</title></head>`,
    `<body style="margin:0;padding:24px;background:#f2f3ff;color:#131b2e;${FONT};font-size:15px;line-height:1.5">`,
    `<div style="max-width:600px;margin:0 auto;background:#ffffff;border-top:6px solid ${TONE_COLORS[toneOf(message)]};padding:24px">`,
    `<h1 style="margin:0 0 12px;font-size:20px;line-height:1.3">${title}</h1>`,
    `<p style="margin:0 0 16px">${paragraphs(saidIn(message, template))}</p>`,
    facts.length > 0
      ? `<table style="border-collapse:collapse;margin:0 0 16px">${facts.join("")}</table>`
      : "",
    message.acknowledgeUrl
      ? `<p style="margin:0 0 16px"><a href="${escapeHtml(message.acknowledgeUrl)}" style="display:inline-block;padding:10px 18px;background:#1d4ed8;color:#ffffff;border-radius:6px;text-decoration:none;font-weight:600">I'm on it</a></p>`
      : "",
    link === null
      ? ""
      : `<p style="margin:0 0 16px"><a href="${escapeHtml(link)}" style="color:#1d4ed8">Open in Uptide</a></p>`,
    `<p style="margin:0;color:#505f76;font-size:13px">${escapeHtml(footOf(message))}</p>`,
    "</div></body></html>",
  ].join("");
}

function saidIn(message: AlertMessage, template: string): string {
  return wordsOfMessage(message, template, { max: MAX_WORDS, escape: plain });
}

function paragraphs(text: string): string {
  return escapeHtml(text).replace(/\r?\n/g, "<br>");
}
