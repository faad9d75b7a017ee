import { Refusal } from "./ask.mjs";

const CHUNKS = { incidents: 100, maintenance: 50, subscribers: 200 };
const PATH = "/api/v1/admin/import/history";

export async function sendHistory(url, history) {
  const session = await signIn(url);
  const sums = {};
  try {
    for (const [name, size] of Object.entries(CHUNKS)) {
      sums[name] = { added: 0, unchanged: 0 };
      for (let at = 0; at < history[name].length; at += size) {
        const part = history[name].slice(at, at + size);
        const { source, ground } = history;
        const body = { source, [name]: part, ...(name === "subscribers" && { ground }) };
        const counts = (await session.post(PATH, body))[name];
        sums[name].added += counts.added;
        sums[name].unchanged += counts.unchanged;
      }
    }
  } finally {
    await session.post("/api/v1/auth/logout");
  }
  return sums;
}

async function signIn(url = process.env.UPTIDE_URL) {
  const { UPTIDE_EMAIL: email, UPTIDE_PASSWORD: password, UPTIDE_CODE: code } = process.env;
  if (!url) throw new Refusal("Set the address of Uptide: --url https://status.example.com");
  const { origin } = new URL(url);
  let cookie = "";

  async function post(path, body = {}) {
    const headers = { "Content-Type": "application/json", Origin: origin, ...(cookie && { Cookie: cookie }) };
    const response = await fetch(origin + path, {
      method: "POST",
      headers,
      body: JSON.stringify(body),
      redirect: "error",
    }).catch((error) => {
      throw new Refusal(`${origin} doesn't respond: ${error.cause?.message ?? error.message}`);
    });
    cookie = response.headers.get("Set-Cookie")?.split(";")[0] ?? cookie;
    const reply = await response.json().catch(() => null);
    if (response.ok) return reply;
    const problems = reply?.problems?.map(({ path: at, message }) => `${at}: ${message}`).join("\n");
    throw new Refusal(problems || reply?.error || `${origin} responded with ${response.status}.`);
  }

  const reply = await post("/api/v1/auth/login", { email, password });
  if (reply.requiresTwoFactor) {
    if (!code) throw new Refusal("This user has a second factor: set UPTIDE_CODE to a current code.");
    await post("/api/v1/auth/2fa/verify", { challengeToken: reply.challengeToken, code });
  }
  return { post };
}
