import { afterEach, describe, expect, it } from "vitest";
import { labelOf } from "../../../web/admin/schema_form/setting_label.ts";
import { text } from "../../../web/lib/text.ts";

describe("the name of a setting", () => {
  const english = text.served;
  afterEach(() => Object.assign(text, { served: english }));

  it("is its title, or words made from its key, in the panel's language", () => {
    expect([labelOf("user", { title: "Username" }), labelOf("caCert", undefined)]).toEqual([
      "Username",
      "Ca cert",
    ]);
    Object.assign(text, { served: { Username: "Nazwa użytkownika", "Ca cert": "Certyfikat" } });
    expect([labelOf("user", { title: "Username" }), labelOf("caCert", undefined)]).toEqual([
      "Nazwa użytkownika",
      "Certyfikat",
    ]);
  });
});
