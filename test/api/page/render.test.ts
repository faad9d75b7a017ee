import { describe, expect, it } from "vitest";
import { renderDocument } from "../../../dist/status/render.js";
import { pagePolicy } from "../../../src/lib/security_headers.ts";
import {
  brandedPage,
  largePage,
  makePage,
  OPEN_INCIDENT,
  smallPage,
  textsIn,
  troubledPage,
} from "../../page/fixtures.ts";

const OPTIONS = { path: "/", origin: "https://status.example.com" };

async function hashOf(text: string): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
  return `'sha256-${btoa(String.fromCharCode(...new Uint8Array(digest)))}'`;
}

describe("the page's HTML in workerd", () => {
  it("contains every monitor, and is identical each time", () => {
    const html = renderDocument(largePage(), { kind: "home" }, OPTIONS);
    for (const { name } of largePage().monitors) expect(html).toContain(`>${name}<`);
    expect(html).toContain("All systems operational");
    expect(renderDocument(largePage(), { kind: "home" }, OPTIONS)).toBe(html);
  });

  it("shows the failure's duration for failing monitors only", () => {
    const html = renderDocument(troubledPage(), { kind: "home" }, OPTIONS);
    const failing = troubledPage().monitors.filter(
      ({ status, underMaintenance }) =>
        ["down", "degraded", "affected"].includes(status) && !underMaintenance,
    );
    expect(html.match(/<p class="lasting">for \d+ (?:minutes|hours|days)/g)).toHaveLength(failing.length);
    expect(html).toContain('<p class="lasting">for 47 minutes</p>');
  });

  it("names the day, year and time zone of a maintenance window once if it ends the same day", () => {
    const [window] = troubledPage().maintenances;
    const textOf = (startsAt: string, endsAt: string, locale = "en") => {
      const texts = textsIn(locale);
      const maintenance = { ...window!, status: "not_started" as const, startsAt, endsAt };
      const page = troubledPage({ maintenances: [maintenance], locale, texts });
      const views = [{ kind: "home" }, { kind: "maintenance", maintenance }] as const;
      const shown = views.map((view) => {
        const html = renderDocument(page, view, OPTIONS);
        const [, period = ""] = html.match(/<span>([^<]*<time[^>]*data-style="fullTime".*?)<\/span>/s) ?? [];
        return period.replace(/<[^>]*>/g, "");
      });
      expect(shown[0]).toBe(shown[1]);
      return shown[1];
    };
    const ten = "2026-11-30T10:00:00.000Z";
    expect(textOf(ten, "2026-11-30T12:00:00.000Z")).toBe("Nov 30, 2026, 10:00 to 12:00 UTC");
    expect(textOf(ten, "2026-11-30T12:00:00.000Z", "pl")).toBe("od 30 lis 2026, 10:00 do 12:00 UTC");
    expect(textOf(ten, "2026-12-01T02:00:00.000Z")).toBe("Nov 30, 2026, 10:00 to Dec 1, 2026, 02:00 UTC");
  });

  it("marks the start and middle of a new monitor's chart", () => {
    const page = smallPage();
    for (const chart of Object.values(page.charts)) {
      chart.buckets = chart.buckets.map((bucket, at) =>
        at < 29 ? { ...bucket, avg: null, p95: null, max: null, status: null } : bucket,
      );
    }
    const html = renderDocument(page, { kind: "home" }, OPTIONS);
    const [scale = ""] = html.match(/<p class="scale"[^>]*>.*?<\/p>/) ?? [];
    const { buckets } = page.charts.c1 ?? { buckets: [] };
    expect([...scale.matchAll(/datetime="([^"]+)"/g)].map(([, at]) => at)).toEqual([
      buckets[28]?.at,
      buckets[29]?.at,
    ]);
  });

  it("shows the status as unknown when its data is stale", () => {
    const html = renderDocument(smallPage(), { kind: "home" }, { ...OPTIONS, isStale: true });
    const shown = html.slice(html.indexOf("<main"), html.indexOf("</main>"));
    expect(shown).toContain("Current status unknown");
    expect(shown).not.toContain(">All systems operational<");
    expect(shown).not.toContain(">Operational<");
  });

  it("escapes user input, in the page and in the data for the browser", () => {
    const evil = `</script><script>alert(1)</script><img src=x onerror=alert(1)>"'`;
    const page = troubledPage();
    const incident = {
      ...OPEN_INCIDENT,
      title: evil,
      updates: [{ ...OPEN_INCIDENT.updates[0]!, body: evil }],
    };
    page.site.name = evil;
    page.monitors = page.monitors.map((monitor) => ({ ...monitor, name: evil }));
    page.incidents = [incident];
    for (const html of [
      renderDocument(page, { kind: "home" }, OPTIONS),
      renderDocument(page, { kind: "incident", incident }, { ...OPTIONS, path: "/incidents/101" }),
      renderDocument(
        page,
        { kind: "history", incidents: [incident], page: 1, pages: 1 },
        { ...OPTIONS, path: "/history" },
      ),
    ]) {
      // Within quotes, only a quote ends an attribute's value.
      const bare = html.replace(/="[^"]*"/g, "");
      expect(bare).not.toContain("<script>alert");
      expect(bare).not.toContain("<img src=x");
      expect(bare.match(/<\/script>/g)).toHaveLength(3);
    }
  });

  it("keeps custom CSS inside its style element, and allows only that in the policy", async () => {
    const html = renderDocument(brandedPage(), { kind: "home" }, OPTIONS);
    expect(html.match(/<\/style>/g)).toHaveLength(1);
    const policy = pagePolicy(html);
    const style = /<style>([\s\S]*?)<\/style>/.exec(html)?.[1] ?? "";
    const script = /<script>([\s\S]*?)<\/script>/.exec(html)?.[1] ?? "";
    expect(policy).toContain(await hashOf(style));
    expect(policy).toContain(await hashOf(script));
    expect(policy).not.toContain("unsafe");
    expect(policy).toContain("img-src 'self' data:;");
  });

  it("keeps custom CSS inside its style element even with a hidden end tag", async () => {
    const plain = brandedPage();
    for (const hidden of ["</sty\0le>", "<\0/style>", "</\0STYLE >", "</style\r>", "</\rstyle>"]) {
      const customCss = `${hidden}<script>alert(1)</script>`;
      const html = renderDocument(
        { ...plain, site: { ...plain.site, customCss } },
        { kind: "home" },
        OPTIONS,
      );
      expect([hidden, html.match(/<\/style/gi)?.length]).toEqual([hidden, 1]);
      expect(pagePolicy(html)).not.toContain(await hashOf("alert(1)"));
    }
  });

  it("allows only its own script, even if custom CSS contains a script tag", async () => {
    const plain = brandedPage();
    const own =
      /<script>([\s\S]*?)<\/script>/.exec(renderDocument(plain, { kind: "home" }, OPTIONS))?.[1] ?? "";
    for (const customCss of ["/* <script> */", "/* <script>alert(1)</script> */", "/* </head><script> */"]) {
      const policy = pagePolicy(
        renderDocument({ ...plain, site: { ...plain.site, customCss } }, { kind: "home" }, OPTIONS),
      );
      expect([customCss, policy.includes(await hashOf(own))]).toEqual([customCss, true]);
      expect(policy).not.toContain(await hashOf("alert(1)"));
    }
  });

  it("shows that nothing has been placed", () => {
    expect(renderDocument(makePage([]), { kind: "home" }, OPTIONS)).toContain(
      "This status page isn't set up yet",
    );
  });

  it("contains only the incident on an incident's page", () => {
    const html = renderDocument(
      troubledPage(),
      { kind: "incident", incident: OPEN_INCIDENT },
      { ...OPTIONS, path: "/incidents/101" },
    );
    expect(html).toContain(OPEN_INCIDENT.title);
    expect(html).not.toContain("Main database");
  });
});
