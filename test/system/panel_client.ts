export class PanelClient {
  static readonly admin = { email: "admin@example.com", password: "correct horse" };
  readonly address: string;
  readonly #ip: Record<string, string>;
  #cookie = "";

  private constructor(address: string, ip?: string) {
    this.address = address;
    this.#ip = ip === undefined ? {} : { "CF-Connecting-IP": ip };
  }

  /** Sets the product up or signs in. An IP address may sign in only ten times. */
  static async open(address: string, ip?: string): Promise<PanelClient> {
    const client = new PanelClient(address, ip);
    const { required } = await client.get<{ required: boolean }>("/api/v1/setup/status");
    await client.send("POST", required ? "/api/v1/setup/complete" : "/api/v1/auth/login", PanelClient.admin);
    return client;
  }

  async get<T>(path: string): Promise<T> {
    return (await this.send("GET", path)) as T;
  }

  async read(path: string): Promise<Response> {
    return await fetch(this.address + path, { headers: { Cookie: this.#cookie } });
  }

  async post<T>(path: string, body?: unknown): Promise<T> {
    return (await this.send("POST", path, body)) as T;
  }

  async sendForm(path: string, body: FormData): Promise<Response> {
    const headers = { Origin: this.address, Cookie: this.#cookie };
    return await fetch(this.address + path, { method: "POST", headers, body });
  }

  async send(method: string, path: string, body?: unknown): Promise<unknown> {
    const response = await fetch(this.address + path, {
      method,
      headers: {
        ...this.#ip,
        Origin: this.address,
        Cookie: this.#cookie,
        "Content-Type": "application/json",
      },
      body: body === undefined ? null : JSON.stringify(body),
    });
    const set = response.headers.get("Set-Cookie");
    if (set) this.#cookie = set.split(";")[0] ?? "";
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path} returned ${response.status}: ${text}`);
    return text ? JSON.parse(text) : null;
  }

  async follow(
    path: string,
    onEvent: (event: { event: string; data: Record<string, unknown>; at: number }) => boolean,
  ): Promise<void> {
    const response = await fetch(this.address + path, {
      headers: { Cookie: this.#cookie },
    });
    const decoder = new TextDecoder();
    let text = "";
    for await (const chunk of response.body ?? []) {
      text += decoder.decode(chunk as Uint8Array, { stream: true });
      for (let end = text.indexOf("\n\n"); end >= 0; end = text.indexOf("\n\n")) {
        const lines = text.slice(0, end).split("\n");
        text = text.slice(end + 2);
        const field = (name: string) =>
          lines.find((line) => line.startsWith(`${name}: `))?.slice(name.length + 2);
        const event = field("event");
        if (!event) continue;
        const data = JSON.parse(field("data") ?? "{}") as Record<string, unknown>;
        if (onEvent({ event, data, at: Date.now() })) return;
      }
    }
  }
}
