const TYPES = {
  css: "text/css; charset=utf-8",
  html: "text/html; charset=utf-8",
  js: "text/javascript; charset=utf-8",
  json: "application/json",
  png: "image/png",
  svg: "image/svg+xml",
  woff2: "font/woff2",
};

const read = new Map();

async function readFile(path, env) {
  const file = await env.DISK.fetch(`http://disk${path}`);
  if (!file.ok) throw new Error(`${path} can't be read: ${file.status}`);
  const bytes = await file.arrayBuffer();
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes)).slice(0, 16);
  return { bytes, etag: `"${[...digest].map((byte) => byte.toString(16).padStart(2, "0")).join("")}"` };
}

function headersOf(path, etag, { rules }) {
  const ending = path.slice(path.lastIndexOf(".") + 1);
  const headers = new Headers({
    "Content-Type": TYPES[ending] ?? "application/octet-stream",
    "Cache-Control": "public, max-age=0, must-revalidate",
    ETag: etag,
  });
  for (const rule of rules)
    if (path.startsWith(rule.prefix)) for (const [name, value] of rule.headers) headers.set(name, value);
  return headers;
}

function isKnown(ifNoneMatch, etag) {
  return (ifNoneMatch ?? "").split(",").some((tag) => tag.trim().replace(/^W\//, "") === etag);
}

export default {
  async fetch(request, env) {
    const { pathname } = new URL(request.url);
    if (!env.INDEX.paths.includes(pathname)) return new Response(null, { status: 404 });
    if (request.method !== "GET" && request.method !== "HEAD") return new Response(null, { status: 405 });
    if (!read.has(pathname)) {
      const reading = readFile(pathname, env);
      read.set(pathname, await reading);
    }
    const { bytes, etag } = read.get(pathname);
    const headers = headersOf(pathname, etag, env.INDEX);
    if (isKnown(request.headers.get("If-None-Match"), etag))
      return new Response(null, { status: 304, headers });
    return new Response(bytes, { headers });
  },
};
