import { describe, expect, it } from "vitest";
import { describeConfig } from "../../../src/check/check_type.ts";
import { findCheckType } from "../../../src/check/registry.ts";

interface Node {
  properties: Record<string, Node>;
  oneOf?: Node[];
  "x-fills"?: object;
}

const schemaOf = (type: string) => describeConfig(findCheckType(type)!) as unknown as Node;

describe("x-fills in the schema of a config", () => {
  it("is at the reference, with the names of the fields next to it", () => {
    expect(schemaOf("postgresql").properties["vault"]?.["x-fills"]).toEqual({
      user: "user",
      secret: "password",
    });
    expect(schemaOf("ldap").properties["vault"]?.["x-fills"]).toEqual({ user: "bindDn", secret: "password" });
  });

  it("differs for each sign-in method", () => {
    const ways = schemaOf("https").properties["auth"]?.oneOf ?? [];
    const fills = ways.flatMap(({ properties }) =>
      Object.entries(properties).flatMap(([name, { properties: own }]) =>
        own?.["vault"] ? [[name, own["vault"]["x-fills"]]] : [],
      ),
    );
    expect(Object.fromEntries(fills)).toEqual({
      basic: { user: "username", secret: "password" },
      bearer: { secret: "token" },
      oauth2: { user: "clientId", secret: "clientSecret" },
      cas: { user: "username", secret: "password" },
    });
  });
});
