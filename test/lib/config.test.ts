import { describe, expect, it } from "vitest";
import { type Env, parseVariables, secretBoxOf } from "../../src/env.ts";

const KEY = Buffer.alloc(32, 7).toString("base64");
const parse = (variables: Partial<Env>) =>
  parseVariables({ SECRET_KEY: KEY, PUBLIC_URL: "https://status.example.com", ...variables } as Env);

describe("variables", () => {
  it("have defaults, and valid ones report no problems", () => {
    expect(parse({})).toMatchObject({
      publicUrl: "https://status.example.com",
      allowPrivateWebhooks: false,
      updateCheck: true,
      logLevel: "info",
      problems: [],
    });
    expect(parse({ PUBLIC_URL: "https://status.example.com/" }).publicUrl).toBe("https://status.example.com");
  });

  it.each([
    [{ SECRET_KEY: "" }, /^SECRET_KEY is missing: create one with/],
    [{ SECRET_KEY: "c2hvcnQ=" }, /^SECRET_KEY isn't 32 bytes in base64/],
    [{ PUBLIC_URL: "" }, /^PUBLIC_URL is missing/],
    [{ PUBLIC_URL: "status.example.com" }, /^PUBLIC_URL isn't an absolute http or https address/],
    [{ PUBLIC_URL: "ftp://x.example" }, /^PUBLIC_URL/],
    [{ UPDATE_URL: "releases.example" }, /^UPDATE_URL isn't an absolute http or https address/],
    [{ UPDATE_URL: "ftp://releases.example/" }, /^UPDATE_URL/],
    [{ UPDATE_URL: "https://me:mine@releases.example/" }, /^UPDATE_URL(?!.*mine)/],
    [{ PUSH_CONTACT: "https://localhost" }, /^PUSH_CONTACT is not an address that push services accept/],
    [{ PUSH_CONTACT: "mailto:<ops@example.com>" }, /^PUSH_CONTACT/],
    [{ PUSH_CONTACT: "mailto: ops@example.com" }, /^PUSH_CONTACT/],
    [{ PUSH_CONTACT: "mailto:ops@localhost" }, /^PUSH_CONTACT/],
    [{ PUSH_CONTACT: "ops@example.com" }, /^PUSH_CONTACT/],
    [{ UPDATE_CHECK: "yes" }, /^UPDATE_CHECK must be true or false/],
    [{ SUBSCRIBER_WEBHOOK_ALLOW_PRIVATE: "1" }, /^SUBSCRIBER_WEBHOOK_ALLOW_PRIVATE/],
    [{ LOG_LEVEL: "loud" }, /^LOG_LEVEL/],
  ])("report invalid values without a crash: %j", (variables, sentence) => {
    const { problems } = parse(variables);
    expect(problems).toHaveLength(1);
    expect(problems[0]).toMatch(sentence);
  });

  it("without a key throw an error that explains the fix", () => {
    expect(() => secretBoxOf({ SECRET_KEY: "" } as Env)).toThrow(/^SECRET_KEY is missing/);
  });
});
