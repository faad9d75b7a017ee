import { beforeAll, describe, expect, it } from "vitest";
import type { Branding } from "../../../src/schema/branding.ts";
import { DARK_COLORS } from "../../../src/schema/branding_colors.ts";
import type { PublicPage } from "../../../src/schema/public_page.ts";
import { bindings, setUp, Visitor } from "../client.ts";

const ROOT = "/api/v1/admin/branding";
interface Refusal {
  problems?: { path: string }[];
}

let admin: Visitor;

beforeAll(async () => {
  admin = await setUp();
});

const PNG = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];
const JPEG = [0xff, 0xd8, 0xff, 0xe0];
const GIF = [...new TextEncoder().encode("GIF89a")];
const WEBP = [...new TextEncoder().encode("RIFF0000WEBP")];

function form(begins: readonly number[], { size = 64, fill = 1, field = "file", name = "x.png" } = {}) {
  const bytes = new Uint8Array(size).fill(fill);
  bytes.set(begins);
  const body = new FormData();
  body.append(field, new File([bytes], name, { type: "image/png" }));
  return body;
}

async function upload(path: string, body: FormData) {
  const request = new Request("http://x", { method: "POST", body });
  const headers = { "Content-Type": request.headers.get("Content-Type") ?? "" };
  const bytes = new Response(await request.arrayBuffer()).body!;
  return await admin.send<Branding & { error: string }>("POST", `${ROOT}/${path}`, { body: bytes, headers });
}

async function stored(): Promise<string[]> {
  return (await bindings.FILES.list({ prefix: "uploads/" })).objects.map(({ key }) => key);
}

describe("branding", () => {
  it("has the specified defaults", async () => {
    expect((await admin.get(ROOT)).body).toEqual({
      version: 1,
      enabled: 0,
      siteName: "Status Page",
      logoType: "image",
      logoText: "",
      logoUrl: null,
      logoLightUrl: null,
      logoDarkUrl: null,
      faviconUrl: null,
      backgroundColor: "#faf8ff",
      cardBackground: "#f2f3ff",
      elevatedBackground: "#e2e7ff",
      chartBackground: "#f2f3ff",
      cardBorderColor: "#c6c6cd",
      chartGridColor: "#c6c6cd",
      textColor: "#131b2e",
      textMutedColor: "#505f76",
      statusUpColor: "#22c55e",
      statusDownColor: "#ba1a1a",
      statusDegradedColor: "#eab308",
      statusPartialColor: "#f97316",
      primaryColor: "#000000",
      accentColor: "#497cff",
      showHero: 1,
      showFooter: 1,
      showProjectLink: 1,
      brandColor: null,
      darkColors: null,
      footerLinks: [],
      barDays: 30,
      uptimeThresholdUp: 99.9,
      uptimeThresholdDegraded: 99,
      uptimeThresholdPartial: 95,
      customCss: "",
    });
  });

  it("accepts toggles as 0, 1, true or false, and returns 0 or 1", async () => {
    const { body } = await admin.patch<Branding>(ROOT, { enabled: true, showHero: 0, showFooter: false });
    expect([body.enabled, body.showHero, body.showFooter, body.showProjectLink]).toEqual([1, 0, 0, 1]);
    expect((await admin.patch(ROOT, { enabled: 2 })).status).toBe(400);
    expect((await admin.patch(ROOT, { enabled: "1" })).status).toBe(400);
  });

  it("accepts uptime bars of 30, 60 or 90 days", async () => {
    for (const barDays of [60, 90, 30])
      expect((await admin.patch<Branding>(ROOT, { barDays })).body.barDays).toBe(barDays);
    for (const barDays of [0, 31, 120, "60", null]) {
      const { status, body } = await admin.patch<Refusal>(ROOT, { barDays });
      expect([barDays, status, body.problems?.[0]?.path]).toEqual([barDays, 400, "barDays"]);
    }
  });

  it("accepts up to five footer links with safe URLs", async () => {
    const link = (url: string, label = "Support") => ({ label, url });
    const footerLinks = [
      link("https://example.com/a?b=<c>&d", 'Say "hi" & <b>more</b>'),
      link("http://example.com"),
      link("mailto:help@example.com"),
    ];
    expect((await admin.patch<Branding>(ROOT, { footerLinks })).body.footerLinks).toEqual(footerLinks);
    await admin.patch(ROOT, { showFooter: 0, showProjectLink: 0 });
    const { body } = await new Visitor().get<string>("/");
    const footer = /<footer.*<\/footer>/s.exec(body)?.[0] ?? "";
    expect(footer.match(/href="[^"]*"/g)).toEqual([
      'href="https://example.com/a?b=<c>&amp;d"',
      'href="http://example.com"',
      'href="mailto:help@example.com"',
    ]);
    expect(footer).not.toContain("<b>");
    for (const url of [
      "javascript:alert(1)",
      "java\nscript:alert(1)",
      "data:text/html,x",
      "/privacy",
      "",
      "ftp://x",
    ]) {
      const { status, body } = await admin.patch<Refusal>(ROOT, { footerLinks: [link(url)] });
      expect([url, status, body.problems?.[0]?.path]).toEqual([url, 400, "footerLinks[0].url"]);
    }
    for (const [wanted, path] of [
      [[link("https://example.com", " ")], "footerLinks[0].label"],
      [Array(6).fill(link("https://example.com")), "footerLinks"],
    ] as const) {
      const { status, body } = await admin.patch<Refusal>(ROOT, { footerLinks: wanted });
      expect([status, body.problems?.[0]?.path]).toEqual([400, path]);
    }
    await admin.patch(ROOT, { footerLinks: [] });
    expect((await new Visitor().get<string>("/?lang=pl")).body).not.toContain("<footer");
    await admin.patch(ROOT, { showFooter: 1, showProjectLink: 1 });
  });

  it("keeps omitted fields, and ignores image URLs", async () => {
    const css = ".svc-page { color: red }\n/* </style> as written */\n";
    await admin.patch(ROOT, { siteName: "Shop status", customCss: css });
    const { body } = await admin.patch<Branding>(ROOT, { logoText: "Shop", logoUrl: "/elsewhere.png" });
    expect(body).toMatchObject({
      siteName: "Shop status",
      customCss: css,
      logoText: "Shop",
      logoUrl: null,
      showHero: 0,
    });
  });

  it("accepts hex, rgb() and rgba() colors, and no others", async () => {
    for (const color of [
      "#fff",
      "#FFF8",
      "#22c55e",
      "#22c55e80",
      "rgb(1,2,3)",
      "rgb(1 2 3 / 50%)",
      "rgba(1, 2, 3, 0.5)",
    ])
      expect([color, (await admin.patch(ROOT, { textColor: color })).status]).toEqual([color, 200]);
    for (const color of [
      "red",
      "",
      "#12",
      "#12345",
      "hsl(1,2%,3%)",
      "var(--x)",
      "rgb(1,2)",
      "#fff;}",
      "rgb(1,2,3);x",
      "url(x)",
      7,
      null,
    ])
      expect([color, (await admin.patch(ROOT, { textColor: color })).status]).toEqual([color, 400]);
  });

  it("requires decreasing thresholds, including those already saved", async () => {
    expect((await admin.patch(ROOT, { uptimeThresholdPartial: 99 })).status).toBe(400);
    expect((await admin.patch(ROOT, { uptimeThresholdUp: 99 })).status).toBe(400);
    expect((await admin.patch(ROOT, { uptimeThresholdUp: 100.1 })).status).toBe(400);
    expect((await admin.patch(ROOT, { uptimeThresholdPartial: -1 })).status).toBe(400);
    const wanted = { uptimeThresholdUp: 50, uptimeThresholdDegraded: 40, uptimeThresholdPartial: 0 };
    expect((await admin.patch(ROOT, wanted)).body).toMatchObject(wanted);
  });

  it("limits the lengths of CSS, logo text and site name", async () => {
    expect((await admin.patch(ROOT, { customCss: "x".repeat(200 * 1024) })).status).toBe(200);
    expect((await admin.patch(ROOT, { customCss: "ä".repeat(102_401) })).status).toBe(400);
    expect((await admin.patch(ROOT, { logoText: "x".repeat(41) })).status).toBe(400);
    expect((await admin.patch(ROOT, { siteName: "" })).status).toBe(400);
  });

  it("keeps all of several simultaneous changes", async () => {
    const names = ["textColor", "accentColor", "primaryColor"];
    await Promise.all(names.map((name) => admin.patch(ROOT, { [name]: "#010203" })));
    const { body } = await admin.get<Record<string, string>>(ROOT);
    expect(names.map((name) => body[name])).toEqual(["#010203", "#010203", "#010203"]);
  });

  it.each([
    ["png", PNG, "image/png"],
    ["jpg", JPEG, "image/jpeg"],
    ["gif", GIF, "image/gif"],
    ["webp", WEBP, "image/webp"],
  ])("serves an uploaded %s with its detected type and a one-year cache", async (extension, begins, type) => {
    const { status, body } = await upload("logo", form(begins, { name: "logo.txt" }));
    expect([status, body.logoUrl]).toEqual([
      200,
      expect.stringMatching(new RegExp(`^/uploads/[0-9a-f]{32}\\.${extension}$`)),
    ]);
    const served = await new Visitor().get(body.logoUrl ?? "");
    expect(served.status).toBe(200);
    expect(served.headers.get("Content-Type")).toBe(type);
    expect(served.headers.get("Cache-Control")).toBe("public, max-age=31536000, immutable");
    expect(served.headers.get("X-Content-Type-Options")).toBe("nosniff");
    expect(await stored()).toHaveLength(1);
  });

  it("keeps an image file as long as it is in use", async () => {
    const { body: first } = await upload("logo", form(PNG, { fill: 2 }));
    await upload("logo/light", form(PNG, { fill: 2 }));
    await upload("logo/dark", form(PNG, { fill: 3 }));
    await upload("favicon", form(PNG, { fill: 4 }));
    expect(await stored()).toHaveLength(3);
    expect((await admin.delete(`${ROOT}/logo`)).status).toBe(204);
    expect(await stored()).toContain((first.logoUrl ?? "").slice(1));
    await admin.delete(`${ROOT}/logo/light`);
    expect(await stored()).toHaveLength(2);
    expect((await new Visitor().get(first.logoUrl ?? "")).status).toBe(404);
    await admin.delete(`${ROOT}/logo/dark`);
    await admin.delete(`${ROOT}/favicon`);
    expect(await stored()).toEqual([]);
    expect((await admin.get(ROOT)).body).toMatchObject({ logoLightUrl: null, faviconUrl: null });
  });

  it("rejects uploads that are too large, not an image, or not a form", async () => {
    const svg = [...new TextEncoder().encode("<svg xmlns='http://www.w3.org/2000/svg'>")];
    expect((await upload("logo", form(svg))).status).toBe(400);
    expect((await upload("logo", form([], { size: 0 }))).status).toBe(400);
    expect((await upload("logo", form(PNG, { field: "image" }))).status).toBe(400);
    const most = 5 * 1024 * 1024;
    const tooLarge = await upload("logo", form(PNG, { size: most + 1 }));
    expect([tooLarge.status, tooLarge.body.error]).toEqual([413, "The body is larger than 5 MB."]);
    expect((await upload("logo", form(PNG, { size: most }))).status).toBe(200);
    expect((await admin.post(`${ROOT}/logo`, {})).status).toBe(415);
    const broken = { "Content-Type": "multipart/form-data; boundary=x" };
    expect((await admin.post(`${ROOT}/logo`, "--y", { headers: broken })).status).toBe(400);
    await admin.delete(`${ROOT}/logo`);
  });

  it("returns 404 for unknown file names", async () => {
    for (const name of ["x.png", "../page/snapshot.json", `${"0".repeat(32)}.png`, `${"0".repeat(32)}.svg`])
      expect([name, (await new Visitor().get(`/uploads/${encodeURIComponent(name)}`)).status]).toEqual([
        name,
        404,
      ]);
  });
});

describe("the brand color", () => {
  const save = (change: object) => admin.patch<{ problems?: { path: string }[] }>(ROOT, change);
  const html = async () => (await admin.get<string>("/")).body;

  it("tints the page in light and dark mode, and keeps the theme switch", async () => {
    await save({ enabled: 0, showHero: 1, brandColor: "#ffd400" });
    const { body: page } = await admin.get<PublicPage>("/api/v1/public/page");
    const { light, dark } = page.site.brand!;
    expect(await html()).toContain(`--brand:light-dark(${light},${dark})`);
    expect(await html()).toContain('class="button icon theme needs-js"');
    expect(dark).toBe("#ffd400");
    expect(light).not.toBe("#ffd400");
  });

  it("is ignored with custom branding, and can be removed", async () => {
    await save({ enabled: 1 });
    expect(await html()).not.toContain("--brand:");
    await save({ enabled: 0, brandColor: null });
    expect(await html()).not.toContain("--brand:");
  });

  it("must be a color", async () => {
    const { status, body } = await save({ brandColor: "teal" });
    expect([status, body.problems?.map(({ path }) => path)]).toEqual([400, ["brandColor"]]);
  });
});

describe("dark mode colors", () => {
  const PATH = "/api/v1/admin/branding";
  const save = (change: object) =>
    admin.patch<{ problems?: { path: string }[]; darkColors?: object }>(PATH, change);
  const html = async () => (await admin.get<string>("/")).body;

  it("apply to devices in dark mode, and only with custom branding", async () => {
    const set = { ...DARK_COLORS, backgroundColor: "#101820" };
    await save({ enabled: 0 });
    const saved = await save({ darkColors: set });
    expect([saved.status, saved.body.darkColors]).toEqual([200, set]);
    expect(await html()).not.toContain("--svc-bg:#101820");
    await save({ enabled: 1 });
    expect(await html()).toContain(
      "@media (prefers-color-scheme:dark){:root{color-scheme:dark;--svc-bg:#101820;",
    );
    const { body: page } = await admin.get<PublicPage>("/api/v1/public/page");
    expect(page.site.darkColors?.["--svc-bg"]).toBe("#101820");
    await save({ darkColors: null });
    expect(await html()).not.toContain("color-scheme:dark;--svc-bg:#101820");
    expect((await admin.get<PublicPage>("/api/v1/public/page")).body.site).not.toHaveProperty("darkColors");
  });

  it("must be complete, each a color", async () => {
    const { textColor: _, ...others } = DARK_COLORS;
    const { status, body } = await save({ darkColors: others });
    expect([status, body.problems?.map(({ path }) => path)]).toEqual([400, ["darkColors.textColor"]]);
    const teal = await save({ darkColors: { ...DARK_COLORS, textColor: "teal" } });
    expect([teal.status, teal.body.problems?.map(({ path }) => path)]).toEqual([
      400,
      ["darkColors.textColor"],
    ]);
  });
});
