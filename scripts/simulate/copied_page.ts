import type { CopyFile } from "../../src/domain/mirror/file.ts";
import { type Host, leave } from "./host.ts";
import type { CopySource } from "./page_copy.ts";

export interface PageChange {
  at: number;
  style: number | null;
  story: string;
  text: string | null;
}

type Needs = Record<string, string | null>;

/** A page whose files name what they need, so each state of a bucket can be judged by itself. */
export class CopiedPage implements CopySource {
  readonly #host: Host;
  readonly #stories = new Map<string, string>();
  readonly #copied = new Map<number, Needs>();
  #style = 1;

  constructor(host: Host) {
    this.#host = host;
  }

  change({ style, story, text }: PageChange): void {
    if (style !== null) this.#style = style;
    else if (text === null) this.#stories.delete(story);
    else this.#stories.set(story, text);
  }

  files(): CopyFile[] {
    const style = `assets/style-${this.#style}.css`;
    const stories = [...this.#stories].map(([key, text]) =>
      toFile(`incidents/${key}/index.html`, { needs: { [style]: null }, text }),
    );
    return [
      toFile(style, { needs: {}, text: String(this.#style) }),
      ...stories,
      toFile("index.html", { needs: { [style]: null }, text: [...this.#stories.values()].join() }),
    ];
  }

  async copy(wholeAt: number): Promise<CopyFile[]> {
    return await this.#respond("copy", () => {
      const files = this.files();
      const needs = Object.fromEntries(files.map(({ path, body }) => [path, decodeText(body)]));
      this.#copied.set(wholeAt, needs);
      return [...files, this.#snapshotOf(needs)];
    });
  }

  async snapshot(wholeAt: number): Promise<CopyFile> {
    return await this.#respond("snapshot", () =>
      this.#snapshotOf(this.#copied.get(wholeAt) ?? { "a copy": null }),
    );
  }

  #snapshotOf(needs: Needs): CopyFile {
    return toFile("snapshot.json", { needs, text: String(this.#host.time.now()) });
  }

  async #respond<T>(method: string, work: () => T): Promise<T> {
    const { faults, random } = this.#host;
    const where = `page.${method}`;
    const fails = faults.comes("call_fails", where);
    return await leave(this.#host, { where, delayMs: random.whole(1, 9) }, () => {
      if (fails) throw new Error("Network connection lost.");
      return work();
    });
  }
}

function toFile(path: string, content: { needs: Needs; text: string }): CopyFile {
  const body = new TextEncoder().encode(JSON.stringify(content));
  return { path, body, contentType: "text/plain", cacheControl: "no-cache" };
}

export function decodeText(body: Uint8Array): string {
  return new TextDecoder().decode(body);
}
