// The product's Worker, with a resolver that says hook.example is public, and a name that leads to this machine when it
// is called: `test/system/subscriber_webhook.test.ts` starts it.
import * as product from "./worker.js";

export * from "./worker.js";
export default product.default;

const RESOLVER = "https://cloudflare-dns.com/dns-query";
const A = 1;
const PUBLIC_IP = [8, 8, 8, 8];

const follow = (input) => String(input).replace("//hook.example:", "//127.0.0.1:");

async function answerDns(request) {
  const question = new Uint8Array(await request.arrayBuffer()).slice(12);
  const isA = question[question.length - 3] === A;
  const head = [0, 0, 0x81, 0x80, 0, 1, 0, isA ? 1 : 0, 0, 0, 0, 0];
  const record = isA ? [0xc0, 12, 0, A, 0, 1, 0, 0, 0, 0, 0, PUBLIC_IP.length, ...PUBLIC_IP] : [];
  const headers = { "Content-Type": "application/dns-message" };
  return new Response(Uint8Array.from([...head, ...question, ...record]), { headers });
}

const fetchOutside = globalThis.fetch;
globalThis.fetch = async (input, init) =>
  String(input) === RESOLVER
    ? await answerDns(new Request(input, init))
    : await fetchOutside(follow(input), init);

export class Sender extends product.Sender {
  constructor(ctx, env) {
    const { PUBLIC_INTERNET } = env;
    const network = { fetch: (input, init) => PUBLIC_INTERNET.fetch(follow(input), init) };
    super(ctx, { ...env, PUBLIC_INTERNET: network });
  }
}
