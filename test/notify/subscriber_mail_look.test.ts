import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { shadesOf } from "../../src/domain/page/brand_color.ts";
import { contrastRatio, parseColour } from "../../src/domain/page/contrast.ts";
import type { Env } from "../../src/env.ts";
import { makeEventMail } from "../../src/notify/subscriber_mail/event.ts";
import type { MailSite } from "../../src/notify/subscriber_mail/facts.ts";
import { type Palette, palettesOf } from "../../src/notify/subscriber_mail/palette.ts";
import { branding } from "../../src/schema/branding.ts";
import { COLOR_NAMES, DARK_COLORS } from "../../src/schema/branding_colors.ts";
import { toMailSite } from "../../src/service/alert/mail_site.ts";
import { eventFacts, incident, SITE, UPDATE } from "./subscriber_mails.ts";

type Colors = NonNullable<MailSite["colors"]>;

const STANDARD = branding.parse({}) as Colors;
const part = fc.integer({ min: 0, max: 255 });
const color = fc.oneof(
  fc.tuple(part, part, part).map((parts) => `rgb(${parts.join(", ")})`),
  fc.tuple(part, part, part).map((parts) => `rgba(${parts.join(", ")}, 0.4)`),
  fc.constantFrom("#fff", "#000000", "#12345678", "rgb(10% 20% 30% / 50%)"),
);
const anyColors = fc.record(
  Object.fromEntries(COLOR_NAMES.map((name) => [name, color])),
) as fc.Arbitrary<Colors>;

function ratio(one: string, other: string): number {
  return contrastRatio(parseColour(one)!, parseColour(other)!);
}

function worstContrast({ ground, onGround, card, onCard, code, button, onButton }: Palette): number {
  const { text, muted, link } = onCard;
  return Math.min(
    ...[text, muted, link].map((ink) => ratio(ink, card)),
    ...Object.values(onGround).map((ink) => ratio(ink, ground)),
    ...[ratio(text, code), ratio(onButton, button)],
  );
}

function render(site: Partial<MailSite>, event = incident("incident.updated")): string {
  return makeEventMail(eventFacts(event, { site: { ...SITE, ...site } })).html;
}

function darkPart(html: string): string {
  return /@media \(prefers-color-scheme:dark\)\{.*?<\/style>/s.exec(html)?.[0] ?? "";
}

describe("the colours of an email", () => {
  it("use the custom dark colours if there are any", () => {
    const look = branding.parse({ enabled: 1, darkColors: { ...DARK_COLORS, cardBackground: "#203040" } });
    const site = toMailSite({ PUBLIC_URL: "https://status.example.com" } as Env, look)!;
    const { light, dark } = palettesOf(site.colors, site.darkColors);
    expect([light.card, dark.card]).toEqual([look.cardBackground, "#203040"]);
    expect(worstContrast(dark)).toBeGreaterThanOrEqual(4.5);
  });

  it("are readable in light and dark, for any chosen colours", () => {
    fc.assert(
      fc.property(anyColors, (colors) => {
        const { light, dark } = palettesOf(colors);
        expect(worstContrast(light)).toBeGreaterThanOrEqual(4.5);
        expect(worstContrast(dark)).toBeGreaterThanOrEqual(4.5);
      }),
      { numRuns: 300 },
    );
    expect(worstContrast(palettesOf(null).light)).toBeGreaterThanOrEqual(4.5);
    expect(worstContrast(palettesOf(null).dark)).toBeGreaterThanOrEqual(4.5);
  });

  it("are the page's custom colours, as plain hex for every email client", () => {
    const colors = { ...STANDARD, cardBackground: "rgb(255, 250, 240)", primaryColor: "#0b7a3b" };
    const html = render({ colors });
    expect(html).toContain("background:#fffaf0;");
    expect(html).toContain('<td class="m-button" style="background:#0b7a3b');
    expect(html).not.toMatch(/rgba?\(/);
    expect(render({})).not.toContain("#0b7a3b");
  });

  it("show the status in the stripe and the dot", () => {
    const { tones } = palettesOf(null).light;
    const resolved = { ...UPDATE, status: "resolved" as const };
    const cases = [
      [tones.down, incident("incident.updated", { impact: "critical" })],
      [tones.degraded, incident("incident.updated", { impact: "minor" })],
      [tones.up, incident("incident.resolved", { impact: "critical", update: resolved })],
    ] as const;
    for (const [tone, event] of cases) {
      expect(render({}, event)).toContain(`border-top:4px solid ${tone}`);
      expect(render({}, event)).toMatch(new RegExp(`class="m-dot"[^>]*background:${tone}`));
    }
  });

  it("change in dark email clients, and declare support for them", () => {
    const html = render({});
    expect(html).toContain('<meta name="color-scheme" content="light dark">');
    expect(html).toContain(":root{color-scheme:light dark");
    const { dark } = palettesOf(null);
    expect(darkPart(html)).toContain(
      `.m-card{color:${dark.onCard.text}!important;background:${dark.card}!important`,
    );
    const named = [...darkPart(html).matchAll(/\.(m-[a-z-]+)/g)].map(([, name]) => name!);
    const seen = render(
      { logoUrl: "https://a.test/x.png" },
      incident("incident.updated", {
        update: { ...UPDATE, body: "`a`\n\n```\nb\n```\n\n> c\n\n---\n[d](https://a.test)" },
      }),
    );
    for (const name of named.filter((name) => name !== "m-link")) expect(seen).toContain(`class="${name}"`);
  });

  it("stay dark when the chosen colours are dark", () => {
    const colors = {
      ...STANDARD,
      backgroundColor: "#101014",
      cardBackground: "#1b1b22",
      textColor: "#f0f0f5",
    };
    const { light, dark } = palettesOf(colors);
    expect(dark).toEqual(light);
    expect(light.card).toBe("#1b1b22");
  });
});

describe("the logo of an email", () => {
  const logoUrl = "https://status.test/uploads/light.png";
  const logoDarkUrl = "https://status.test/uploads/dark.png";
  const imagesIn = (html: string) => [...html.matchAll(/<img [^>]*src="([^"]*)"/g)].map(([, url]) => url);

  it("is the only picture, with the name as alternative text", () => {
    expect(imagesIn(render({ logoUrl }))).toEqual([logoUrl]);
    expect(render({ logoUrl })).toContain('alt="ACME"');
    expect(darkPart(render({ logoUrl }))).toMatch(/\.m-logo\{[^}]*background:#faf8ff\}/);
  });

  it("changes in dark mode if there is a dark logo", () => {
    const html = render({ logoUrl, logoDarkUrl });
    expect(imagesIn(html)).toEqual([logoUrl, logoDarkUrl]);
    expect(html).toMatch(/<img class="m-on-dark"[^>]*style="display:none/);
    expect(darkPart(html)).toContain(
      ".m-on-light{display:none!important}.m-on-dark{display:inline-block!important}",
    );
  });

  it("falls back to the name", () => {
    expect(imagesIn(render({}))).toEqual([]);
    expect(render({})).toMatch(/<a class="m-name" href="https:\/\/status\.test\/"[^>]*>ACME<\/a>/);
  });
});

describe("toMailSite", () => {
  const env = (url?: string) => ({ ...(url !== undefined && { PUBLIC_URL: url }) }) as Env;
  const siteOf = (stored: object) => toMailSite(env("https://status.test/acme/"), branding.parse(stored));

  it("is null without PUBLIC_URL", () => {
    expect(toMailSite(env(), branding.parse({}))).toBeNull();
  });

  it("has no logo or colours until the page is branded", () => {
    expect(siteOf({})).toEqual({
      name: "Status Page",
      url: "https://status.test/acme",
      wordmark: "Status Page",
      logoUrl: null,
      logoDarkUrl: null,
      colors: null,
    });
    expect(siteOf({ siteName: "Acme", logoText: "AC" })).toMatchObject({ name: "Acme", wordmark: "AC" });
  });

  it("has a logo for each theme, with its full address", () => {
    const logos = {
      logoLightUrl: "/uploads/l.png",
      logoDarkUrl: "/uploads/d.png",
      logoUrl: "/uploads/own.png",
    };
    expect(siteOf(logos)).toMatchObject({
      logoUrl: "https://status.test/acme/uploads/l.png",
      logoDarkUrl: "https://status.test/acme/uploads/d.png",
    });
    expect(siteOf({ logoLightUrl: "/uploads/l.png" })).toMatchObject({ logoDarkUrl: null });
    expect(siteOf({ ...logos, logoType: "text" })).toMatchObject({ logoUrl: null, logoDarkUrl: null });
  });

  it("uses the colours and the single logo of custom branding while it is enabled", () => {
    const own = {
      enabled: 1,
      primaryColor: "#0b7a3b",
      logoUrl: "https://cdn.test/own.png",
      logoDarkUrl: "/uploads/d.png",
    };
    const site = siteOf(own);
    expect(site).toMatchObject({ logoUrl: "https://cdn.test/own.png", logoDarkUrl: null });
    expect(site?.colors).toMatchObject({ primaryColor: "#0b7a3b", cardBackground: "#f2f3ff" });
    expect(Object.keys(site?.colors ?? {})).toEqual(COLOR_NAMES);
    expect(siteOf({ ...own, enabled: 0 })?.colors).toBeNull();
  });

  it("colours the button with the brand colour, readable in light and dark mode", () => {
    const site = siteOf({ enabled: 0, brandColor: "#ffd400" })!;
    const { light, dark } = shadesOf("#ffd400");
    const { html } = makeEventMail(eventFacts(incident("incident.created"), { site }));
    expect(html).toContain(`class="m-button" style="background:${light};`);
    expect(html).toContain(`.m-button{background:${dark}!important;`);
  });

  it("ignores pictures that aren't on the web", () => {
    for (const logoLightUrl of ["javascript:alert(1)", "data:image/png;base64,AA", "no address"])
      expect(siteOf({ logoLightUrl })).toMatchObject({ logoUrl: null });
  });
});
