import { describe, expect, it } from "vitest";
import { parseLoginForm } from "../../../src/check/http/login_form.ts";

const PAGE = new URL("https://cas.test/cas/login?service=x");

describe("parseLoginForm", () => {
  it("finds the form with a password, and all its fields", () => {
    const html = `<form action=/search><input name=q value=1></form>
      <FORM method='post' action='login?a=1&amp;b=2'>
        <INPUT TYPE=hidden NAME=lt VALUE=LT-1>
        <input name="execution" type="hidden" value="e&#49;s&#x31;&quot;&gt;" />
        <input type="password" name="password"><input type="checkbox" name="rememberMe" value="on">
        <button type="submit" name="go" value="yes">Go</button><input type="submit" value="unnamed">
      </FORM>`;
    expect(parseLoginForm(html, PAGE)).toEqual({
      action: new URL("https://cas.test/cas/login?a=1&b=2"),
      fields: { lt: "LT-1", execution: 'e1s1">', password: "", go: "yes" },
    });
  });

  it("uses the page's address without an action", () => {
    expect(parseLoginForm('<form><input type="password" name="p">', PAGE)?.action).toEqual(PAGE);
  });

  it.each(["", "<p>Hello</p>", '<form><input type="text" name="password"></form>'])(
    "finds no form in %j",
    (html) => {
      expect(parseLoginForm(html, PAGE)).toBeNull();
    },
  );

  it("takes linear time for a malicious page", () => {
    // A search from each tag to the end would take minutes.
    expect(parseLoginForm("<form ".repeat(500_000), PAGE)).toBeNull();
    expect(parseLoginForm(`<form>${"<input a=".repeat(500_000)}`, PAGE)).toBeNull();
  });
});
