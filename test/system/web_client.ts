let clients = 0;

export class WebClient {
  private readonly cookies = new Map<string, string>();
  private readonly home: string;
  private readonly ip: string;

  constructor(home: string) {
    clients++;
    this.home = home;
    this.ip = `203.0.113.${clients}`;
  }

  async send(method: string, path: string, body?: unknown): Promise<Response> {
    const headers = new Headers({ Origin: this.home, "Content-Type": "application/json" });
    return await this.request(this.home + path, { method, headers, body: JSON.stringify(body) ?? null });
  }

  async read<T>(path: string): Promise<T> {
    return (await (await this.request(this.home + path)).json()) as T;
  }

  async follow(path: string): Promise<string> {
    let url = this.home + path;
    for (let hops = 0; hops < 20; hops++) {
      const response = await this.request(url);
      const location = response.headers.get("Location");
      if (location === null) throw new Error(`${url} returned ${response.status}: ${await response.text()}`);
      url = new URL(location, url).href;
      const isPage = url.startsWith(`${this.home}/`) && !url.startsWith(`${this.home}/api/`);
      if (isPage) return url.slice(this.home.length);
    }
    throw new Error("too many redirects");
  }

  async request(url: string, init: RequestInit = {}): Promise<Response> {
    const headers = new Headers(init.headers);
    headers.set("CF-Connecting-IP", this.ip);
    const pairs = [...this.cookies].map(([name, value]) => `${name}=${value}`);
    if (pairs.length > 0) headers.set("Cookie", pairs.join("; "));
    const response = await fetch(url, { ...init, headers, redirect: "manual" });
    for (const cookie of response.headers.getSetCookie()) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
      if (value === "") this.cookies.delete(name);
      else this.cookies.set(name, value);
    }
    return response;
  }
}
