import { type Access, ask } from "./platform.ts";
import { Refusal } from "./refusal.ts";
import { askFor, canAsk } from "./terminal.ts";
import { runWrangler } from "./wrangler.ts";

const PLATFORM = "https://api.cloudflare.com/client/v4";

export async function signIn(env: NodeJS.ProcessEnv, shippedAccount: string | undefined): Promise<Access> {
  const baseUrl = (env["CLOUDFLARE_API_BASE_URL"] ?? PLATFORM).replace(/\/+$/, "");
  const access = { baseUrl, headers: await readCredentials(env), accountId: "" };
  const said = env["CLOUDFLARE_ACCOUNT_ID"] ?? env["CF_ACCOUNT_ID"] ?? shippedAccount;
  return { ...access, accountId: said || (await chooseAccount(access)) };
}

async function readCredentials(env: NodeJS.ProcessEnv): Promise<Record<string, string>> {
  const token = env["CLOUDFLARE_API_TOKEN"] ?? env["CF_API_TOKEN"];
  if (token) return { Authorization: `Bearer ${token}` };
  const { code, out } = await runWrangler(["auth", "token", "--json"]);
  const found = code === 0 ? parseCredentials(out) : null;
  if (found) return found;
  throw new Refusal(
    "You are not signed in to Cloudflare: run `npx wrangler login` first, or set CLOUDFLARE_API_TOKEN if you can't open a browser.",
  );
}

function parseCredentials(out: string): Record<string, string> | null {
  try {
    const said = JSON.parse(out.slice(out.indexOf("{"), out.lastIndexOf("}") + 1)) as Record<string, string>;
    if (said["token"]) return { Authorization: `Bearer ${said["token"]}` };
    return said["key"] && said["email"] ? { "X-Auth-Key": said["key"], "X-Auth-Email": said["email"] } : null;
  } catch {
    return null;
  }
}

async function chooseAccount(access: Access): Promise<string> {
  const path = "/accounts?per_page=50";
  const accounts = await ask<{ id: string; name: string }[]>(access, { doing: "list the accounts", path });
  const [first] = accounts;
  if (!first)
    throw new Refusal(
      "This sign-in has access to no Cloudflare account: set CLOUDFLARE_ACCOUNT_ID to the one to deploy to.",
    );
  if (accounts.length === 1) return first.id;
  const list = accounts.map(({ id, name }) => `  ${id}  ${name}`).join("\n");
  if (!canAsk())
    throw new Refusal(
      `This sign-in has access to ${accounts.length} accounts: set CLOUDFLARE_ACCOUNT_ID to one of them.\n${list}`,
    );
  const chosen = await askFor(`${list}\nThe id of the account to deploy to`, first.id);
  if (accounts.some(({ id }) => id === chosen)) return chosen;
  throw new Refusal(`None of your accounts has the id ${chosen}: deploy again and choose one from the list.`);
}
