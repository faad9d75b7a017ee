import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { gzipSync } from "node:zlib";
import { COPY_FILES } from "../../dist/status/render.js";
import type { PageSnapshot } from "../../src/domain/page/view.ts";
import { toFile } from "../../src/page/mirror/file.ts";
import { drawCopyPages } from "../../src/page/mirror/pages.ts";
import { formatSnapshot } from "../../src/page/mirror/snapshot_file.ts";
import type { PublicPage } from "../../src/schema/public_page.ts";
import { subscriptionSettings } from "../../src/schema/subscription_settings.ts";
import { ROOT } from "../system/start/product.ts";
import { makeCertificate, makeFolder, removeFolder, startNginx } from "../system/tls_peer.ts";

export interface CopyServer {
  address: string;
  folder: string;
  stop(): Promise<void>;
}

interface Facts {
  banner: boolean;
  intervalSecs: number;
}

function snapshotOf(
  { locale: _, locales: __, texts: ___, ...page }: PublicPage,
  polish: Record<string, string> = {},
): PageSnapshot {
  const [incident] = page.incidents;
  return {
    isPrivate: false,
    locales: [
      { code: "en", name: "English", isDefault: true, translations: {} },
      { code: "pl", name: "Polski", isDefault: false, translations: polish },
    ],
    page: { ...page, subscriptions: { enabled: true, rss: false, api: false } },
    gapMs: {},
    subscriptionSettings: subscriptionSettings.parse({}),
    words: incident ? { [incident.id]: { title: { pl: { title: "Polski tytuł" } }, updates: {} } } : {},
  };
}

/** A bucket can serve compressed files with headers, which a folder can't. */
export function writeSnapshot(
  folder: string,
  page: PublicPage,
  { isPacked = false, polish = {} } = {},
): void {
  const text = formatSnapshot(snapshotOf(page, polish), new Map());
  writeFileSync(join(folder, "snapshot.json"), isPacked ? gzipSync(text) : text);
}

export function writeCopy(folder: string, page: PublicPage, facts: Facts): void {
  const snapshot = snapshotOf(page);
  const { incidents, maintenances } = page;
  const files = [
    ...COPY_FILES.map((address) => toFile(address.slice(1), readFileSync(join(ROOT, "dist/web", address)))),
    toFile("api/v1/public/maintenance.ics", "BEGIN:VCALENDAR\r\nEND:VCALENDAR\r\n"),
    ...drawCopyPages({ snapshot, incidents, words: snapshot.words, maintenances, facts }),
    toFile("snapshot.json", formatSnapshot(snapshot, new Map())),
  ];
  for (const { path, body } of files) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), body);
  }
}

export async function startCopyServer(
  folder: string,
  { block }: { block: "proxy" | "alone" },
): Promise<CopyServer> {
  const place = makeFolder();
  const pair = makeCertificate(place, { name: "copy", names: "IP:127.0.0.1" });
  const peer = await startNginx(place, (port) => {
    const settings = documented()[block === "proxy" ? 0 : 1] ?? "";
    const fitted = settings
      .replace(/listen 443 ssl;/g, `listen 127.0.0.1:${port} ssl;`)
      .replace(/ssl_certificate +\S+;/g, `ssl_certificate ${pair.cert};`)
      .replace(/ssl_certificate_key +\S+;/g, `ssl_certificate_key ${pair.key};`)
      .replaceAll("/srv/status-copy", folder)
      // Nothing listens there: Uptide is down.
      .replace("127.0.0.1:8787", "127.0.0.1:9");
    return `include /etc/nginx/mime.types;\n${fitted}`;
  });
  return {
    address: `https://127.0.0.1:${peer.port}`,
    folder,
    async stop() {
      await peer.stop();
      removeFolder(place);
    },
  };
}

function documented(): string[] {
  const text = readFileSync(join(ROOT, "docs/static_copy.md"), "utf8");
  return [...text.matchAll(/```nginx\n([\s\S]*?)```/g)].map(([, block = ""]) => block);
}
