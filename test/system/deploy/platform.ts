import { once } from "node:events";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { type Account, type Answer, type Asked, Refused, type Route } from "./account.ts";
import { ADDRESS_ROUTES } from "./address_routes.ts";
import { SCRIPT_ROUTES } from "./script_routes.ts";
import { STORAGE_ROUTES } from "./storage_routes.ts";

const ROUTES: readonly Route[] = [...STORAGE_ROUTES, ...SCRIPT_ROUTES, ...ADDRESS_ROUTES];

export const TOKEN = "token-of-the-test";

export interface Platform {
  address: string;
  account: Account;
  asked: string[];
  unknown: string[];
  refusals: Map<string, Refused>;
  close(): Promise<void>;
}

export async function openPlatform(account: Account): Promise<Platform> {
  const platform = {
    account,
    asked: [] as string[],
    unknown: [] as string[],
    refusals: new Map<string, Refused>(),
  };
  const server = createServer(async (request, response) => {
    const { status, body } = await answer(request, platform);
    response.writeHead(status, { "Content-Type": "application/json" }).end(JSON.stringify(body));
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return {
    ...platform,
    address: `http://127.0.0.1:${port}/client/v4`,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

async function answer(
  request: IncomingMessage,
  platform: Pick<Platform, "account" | "asked" | "unknown" | "refusals">,
) {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  try {
    const { result, info } = await route(request, Buffer.concat(chunks), platform);
    return {
      status: 200,
      body: { success: true, errors: [], messages: [], result, ...(info && { result_info: info }) },
    };
  } catch (error) {
    const known = error instanceof Refused ? error : new Refused(500, 10013, String(error));
    const errors = [{ code: known.code, message: known.message }];
    return { status: known.status, body: { success: false, errors, messages: [], result: null } };
  }
}

async function route(
  request: IncomingMessage,
  body: Buffer,
  { account, asked, unknown, refusals }: Pick<Platform, "account" | "asked" | "unknown" | "refusals">,
): Promise<Answer> {
  const url = new URL(request.url ?? "/", "http://platform.test");
  const path = url.pathname.replace("/client/v4", "");
  const line = `${request.method} ${path.replace(`/accounts/${account.id}`, "")}`;
  asked.push(line);
  const refusal = refusals.get(line);
  if (refusal) throw refusal;
  const isUpload = path.endsWith("/workers/assets/upload");
  if (!isUpload && request.headers.authorization !== `Bearer ${TOKEN}`)
    throw new Refused(403, 10000, "Authentication error");
  if (line === "GET /accounts")
    return { result: [{ id: account.id, name: account.name }, ...account.others] };
  if (line === "GET /zones")
    return { result: account.zones.filter(({ name }) => name === url.searchParams.get("name")) };
  const below = path.split(`/accounts/${account.id}/`)[1] ?? "";
  for (const { method, path: pattern, answer } of ROUTES) {
    const match = method === request.method ? pattern.exec(below) : null;
    if (match)
      return await answer(
        toAsked({ account, parts: match.slice(1), query: url.searchParams }, { request, body }),
      );
  }
  unknown.push(line);
  throw new Refused(404, 7003, `Could not route to ${path}, perhaps your object identifier is invalid?`);
}

function toAsked(
  known: Pick<Asked, "account" | "parts" | "query">,
  { request, body }: { request: IncomingMessage; body: Buffer },
): Asked {
  const headers = { "Content-Type": request.headers["content-type"] ?? "" };
  const read = () => new Response(new Uint8Array(body), { headers });
  return {
    ...known,
    json: async () => (await read().json()) as Record<string, unknown>,
    form: () => read().formData(),
  };
}
