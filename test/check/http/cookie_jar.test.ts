import { describe, expect, it } from "vitest";
import { makeCookieJar } from "../../../src/check/http/request.ts";

const NOW = Date.UTC(2026, 0, 1);

function jarWith(url: string, ...lines: string[]) {
  const jar = makeCookieJar(() => NOW);
  const headers = new Headers(lines.map((line): [string, string] => ["Set-Cookie", line]));
  jar.store(new URL(url), new Response(null, { headers }));
  return jar;
}

const cookies = (jar: ReturnType<typeof makeCookieJar>, url: string) => jar.cookiesFor(new URL(url));

describe("makeCookieJar", () => {
  it("returns cookies only to the host that set them", () => {
    const jar = jarWith("http://a.test/", "s=1=2; Domain=.test; Path=/", "t=3");
    expect(cookies(jar, "http://a.test/x")).toBe("s=1=2; t=3");
    for (const url of ["http://b.test/", "http://x.a.test/", "http://a.test:81/"])
      expect(cookies(jar, url)).toBe("");
  });

  it("matches the path", () => {
    const jar = jarWith("http://a.test/app/login", "own=1", "deep=2; Path=/app/x", "all=3; Path=/");
    expect(cookies(jar, "http://a.test/app/x/y")).toBe("own=1; deep=2; all=3");
    expect(cookies(jar, "http://a.test/app/xy")).toBe("own=1; all=3");
    expect(cookies(jar, "http://a.test/apple")).toBe("all=3");
  });

  it("sends a secure cookie over https only", () => {
    const jar = jarWith("https://a.test/", "s=1; Secure");
    expect(cookies(jar, "https://a.test/")).toBe("s=1");
    expect(cookies(jar, "http://a.test/")).toBe("");
  });

  it("deletes an expired cookie", () => {
    const jar = jarWith(
      "http://a.test/",
      "a=1",
      "b=2",
      "c=3",
      "a=; Max-Age=0",
      "b=; Expires=Thu, 01 Jan 1970 00:00:00 GMT",
    );
    expect(cookies(jar, "http://a.test/")).toBe("c=3");
  });

  it("skips malformed cookies", () => {
    expect(cookies(jarWith("http://a.test/", "=1", "junk", "; x=1"), "http://a.test/")).toBe("");
  });
});
