export type Caller = { cookie: string } | { token: string } | null;

export async function ask(
  address: string,
  { method = "GET", path, body, caller }: { method?: string; path: string; body?: unknown; caller: Caller },
): Promise<Response> {
  const own = caller && "token" in caller ? { Authorization: `Bearer ${caller.token}` } : {};
  const cookie = caller && "cookie" in caller ? { Cookie: caller.cookie, Origin: address } : {};
  const isForm = body instanceof FormData;
  return await fetch(address + path, {
    method,
    headers: { ...own, ...cookie, ...(body && !isForm ? { "Content-Type": "application/json" } : {}) },
    body: isForm ? body : body === undefined ? null : JSON.stringify(body),
  });
}

export async function read<T>(address: string, path: string, caller: Caller): Promise<T> {
  return (await send(address, { path, caller })) as T;
}

export async function send(address: string, request: Parameters<typeof ask>[1]): Promise<unknown> {
  const response = await ask(address, request);
  const text = await response.text();
  if (!response.ok)
    throw new Error(`${request.method ?? "GET"} ${request.path} answered ${response.status}: ${text}`);
  return text && response.headers.get("Content-Type")?.includes("json") ? JSON.parse(text) : text;
}
