import { describe, expect, it } from "vitest";
import { PAGE_TEXTS } from "../../../src/domain/page/texts.ts";
import type { SignUpProblem } from "../../../src/schema/sign_up_problem.ts";
import { readRefusal } from "../../../web/status/subscribe/ask.ts";
import { findProblems, readSignUp } from "../../../web/status/subscribe/sign_up_body.ts";

const CODES: Record<SignUpProblem, true> = {
  badUrl: true,
  urlLogin: true,
  urlPrivate: true,
  urlNowhere: true,
  urlUnsure: true,
  badHeaderName: true,
  badHeaderValue: true,
  headerTwice: true,
  headerReserved: true,
  headerEmpty: true,
  headersMany: true,
  tooLong: true,
  notHere: true,
};

const t = (key: string) => `<${key.replace("subscribe.", "")}>`;

function form(entries: readonly (readonly [string, string])[]): FormData {
  const data = new FormData();
  for (const [name, value] of entries) data.append(name, value);
  return data;
}

describe("the message for a failed request", () => {
  it.each([
    [401, {}, "<signInFirst>"],
    [404, {}, "<notOffered>"],
    [404, { code: "LINK_EXPIRED" }, "<expired>"],
    [404, { code: "LINK_UNKNOWN" }, "<unknown>"],
    [429, {}, "<tooMany>"],
    [500, {}, "<failed>"],
    [400, {}, "<failed>"],
  ])("%i %j: %s", (status, body, sentence) => {
    expect(readRefusal(status, body, t)).toEqual({ sentence, fields: {} });
  });

  it("puts each problem at its field, and problems without a field at the top", () => {
    const problems = [
      { path: "email", message: "an address" },
      { path: "webhookUrl", message: "Private addresses are refused." },
      { path: "webhookHeaders.X-Key", message: "Leave it out." },
      { path: "monitorIds[0]", message: "Not on the page." },
      { path: "events", message: "too few" },
      { path: "type", message: "Use email or webhook." },
    ];
    expect(readRefusal(400, { problems }, t)).toEqual({
      sentence: "Use email or webhook.",
      fields: {
        email: "<badEmail>",
        webhookUrl: "Private addresses are refused.",
        webhookHeaders: "X-Key: Leave it out.",
        scope: "Not on the page.",
        events: "<noEvents>",
      },
    });
  });
});

describe("problems that only the server can find", () => {
  it.each(Object.keys(CODES))("are shown in the page's languages: %s", (code) => {
    const text = PAGE_TEXTS.find(({ key }) => key === `subscribe.${code}`);
    expect(text?.pl).toBeTruthy();
    expect(text?.pl).not.toBe(text?.en);
    const problems = [{ path: "webhookUrl", message: "In English.", code }];
    const words = (key: string) => PAGE_TEXTS.find((one) => one.key === key)?.pl ?? "";
    expect(readRefusal(400, { problems }, words).fields).toEqual({ webhookUrl: text?.pl });
  });

  it("name the header they are about", () => {
    const problems = [{ path: "webhookHeaders.Host", message: "In English.", code: "headerReserved" }];
    expect(readRefusal(400, { problems }, t).fields).toEqual({ webhookHeaders: "Host: <headerReserved>" });
  });
});

describe("the subscription form", () => {
  it("ignores earlier selections when everything is selected", () => {
    const data = form([
      ["email", " a@example.com "],
      ["events", "incident.created"],
      ["scope", "all"],
      ["monitorIds", "4"],
      ["tags", "eu"],
      ["website", ""],
    ]);
    expect(readSignUp("email", data, [])).toEqual({
      type: "email",
      email: "a@example.com",
      events: ["incident.created"],
      monitorIds: [],
      tags: [],
      website: "",
    });
    data.set("scope", "chosen");
    expect(readSignUp("email", data, [])).toMatchObject({ monitorIds: [4], tags: ["eu"] });
  });

  it("sends headers that have a name, and an unticked box as false", () => {
    const data = form([
      ["email", "a@example.com"],
      ["webhookUrl", "https://example.com/hook"],
      ["webhookMethod", "PUT"],
    ]);
    const rows = [
      { name: " X-Key ", value: "1" },
      { name: "", value: "lost" },
    ];
    expect(readSignUp("webhook", data, rows)).toMatchObject({
      webhookUrl: "https://example.com/hook",
      webhookMethod: "PUT",
      webhookHeaders: { "X-Key": "1" },
      notifyOnFailure: false,
    });
  });

  it("finds missing and invalid fields without a request", () => {
    const bad = form([
      ["email", "nobody"],
      ["webhookUrl", "example"],
      ["scope", "chosen"],
    ]);
    expect(findProblems(bad, t)).toEqual({
      email: "<badEmail>",
      webhookUrl: "<badUrl>",
      events: "<noEvents>",
      scope: "<noEvents>",
    });
  });
});
