import { randomBytes, toBase64 } from "../lib/bytes.ts";

const STYLE = `
  :root { color-scheme: light dark; }
  body { margin: 0; min-height: 100vh; display: grid; place-items: center; font: 1rem/1.5 system-ui, sans-serif;
    background: light-dark(#faf8ff, #12141c); color: light-dark(#131b2e, #e6e9f2); }
  main { max-width: 32rem; padding: 2rem; text-align: center; }
  h1 { margin: 0 0 .5rem; font-size: 1.5rem; }
  p { margin: 0 0 1.5rem; color: light-dark(#505f76, #a3adc2); }
  a { color: light-dark(#2450c4, #9db8ff); }
`;

/** What stands at `/` while nothing has been placed on the page. */
export function answerEmptyPage(): Response {
  const nonce = toBase64(randomBytes(16));
  const html = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>Status Page</title>
    <style nonce="${nonce}">${STYLE}</style>
  </head>
  <body>
    <main>
      <h1>This status page is not configured yet</h1>
      <p>Nothing has been placed on it so far.</p>
      <a href="/admin">Sign in</a>
    </main>
  </body>
</html>
`;
  const policy = `default-src 'none'; style-src 'nonce-${nonce}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;
  return new Response(html, {
    headers: {
      "Content-Type": "text/html; charset=utf-8",
      "Cache-Control": "no-cache",
      "Content-Security-Policy": policy,
    },
  });
}
