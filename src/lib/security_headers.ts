import { createHash } from "node:crypto";

const FONT_STYLES = "https://fonts.googleapis.com https://fonts.bunny.net";
const FONT_FILES = "https://fonts.gstatic.com https://fonts.bunny.net";

/**
 * Public page: only what was sent may run, by hash. An instance's own CSS may load images from the page or
 * data URLs, and fonts from the page or a public font host.
 */
export function pagePolicy(html: string): string {
  return `${documentPolicy(html)}; frame-ancestors 'none'`;
}

export function documentPolicy(html: string): string {
  const head = html.slice(0, html.lastIndexOf("</head>"));
  const style = hashesOf(head, "style");
  // An instance's own CSS may contain anything, including text that looks like a script.
  const script = hashesOf(head.replace(/<style\b[^>]*>[\s\S]*?<\/style>/g, ""), "script");
  return [
    "default-src 'none'",
    `script-src 'self' ${script}`,
    `style-src 'self' ${FONT_STYLES} ${style}`.trim(),
    "img-src 'self' data:",
    `font-src 'self' ${FONT_FILES}`,
    "connect-src 'self'",
    "manifest-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
  ].join("; ");
}

function hashesOf(head: string, element: "script" | "style"): string {
  const pattern = new RegExp(`<${element}(?: data-sheet="[^"]*")?>([\\s\\S]*?)</${element}>`, "g");
  return [...head.matchAll(pattern)]
    .map(([, text = ""]) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`)
    .join(" ");
}

export const PANEL_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data: blob:",
  "font-src 'self'",
  "connect-src 'self'",
  "manifest-src 'self'",
  "frame-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join("; ");

const ALWAYS: readonly (readonly [string, string])[] = [
  ["X-Content-Type-Options", "nosniff"],
  ["Referrer-Policy", "strict-origin-when-cross-origin"],
  ["Cross-Origin-Opener-Policy", "same-origin"],
  ["Permissions-Policy", "camera=(), geolocation=(), microphone=()"],
];
const OVER_HTTPS = ["Strict-Transport-Security", "max-age=31536000; includeSubDomains"] as const;

export function securityHeaders(protocol: string): readonly (readonly [string, string])[] {
  return protocol === "https:" ? [...ALWAYS, OVER_HTTPS] : ALWAYS;
}
