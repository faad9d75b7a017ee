import { describe, expect, it } from "vitest";
import { bucketAddress, fileAddress, regionOf } from "../../../src/domain/mirror/provider.ts";
import type { Provider } from "../../../src/schema/mirror.ts";

const at = (provider: Provider, more: { bucket?: string; region?: string; endpoint?: string } = {}) => {
  const place = { provider, bucket: "copy", region: "", endpoint: "", ...more };
  return [bucketAddress(place), regionOf(place)];
};

describe("the address of a bucket", () => {
  it.each<[ReturnType<typeof at>, [string | null, string]]>([
    [at("aws"), ["https://copy.s3.us-east-1.amazonaws.com", "us-east-1"]],
    [at("aws", { region: "eu-west-1" }), ["https://copy.s3.eu-west-1.amazonaws.com", "eu-west-1"]],
    [at("aws", { region: "cn-north-1" }), ["https://copy.s3.cn-north-1.amazonaws.com.cn", "cn-north-1"]],
    [
      at("b2", { region: "eu-central-003" }),
      ["https://copy.s3.eu-central-003.backblazeb2.com", "eu-central-003"],
    ],
    [
      at("wasabi", { region: "eu-central-2" }),
      ["https://copy.s3.eu-central-2.wasabisys.com", "eu-central-2"],
    ],
    [at("digitalocean", { region: "ams3" }), ["https://copy.ams3.digitaloceanspaces.com", "ams3"]],
    [at("r2"), [null, "auto"]],
    [at("minio"), [null, "us-east-1"]],
    [at("other"), [null, "us-east-1"]],
    [at("binding"), [null, ""]],
    [at("aws", { bucket: "" }), [null, "us-east-1"]],
  ])("for %j is the provider's default", (found, expected) => {
    expect(found).toEqual(expected);
  });

  it("has the bucket in the path for a custom endpoint, or for a bucket name with a dot", () => {
    expect(at("minio", { endpoint: "http://10.0.0.5:9000" })).toEqual([
      "http://10.0.0.5:9000/copy",
      "us-east-1",
    ]);
    expect(at("other", { endpoint: "https://gate.example/s3/" })[0]).toBe("https://gate.example/s3/copy");
    expect(at("aws", { bucket: "status.example.com" })[0]).toBe(
      "https://s3.us-east-1.amazonaws.com/status.example.com",
    );
  });

  it("is a custom endpoint unchanged if it starts with the bucket", () => {
    expect(at("other", { endpoint: "https://copy.s3.example.com" })[0]).toBe("https://copy.s3.example.com");
    expect(at("other", { endpoint: "https://copying.s3.example.com" })[0]).toBe(
      "https://copying.s3.example.com/copy",
    );
  });

  it("takes its region from a known provider's endpoint, unless one is set", () => {
    const endpoint = "https://s3.eu-central-003.backblazeb2.com";
    expect(at("b2", { endpoint })[1]).toBe("eu-central-003");
    expect(at("b2", { endpoint, region: "us-west-001" })[1]).toBe("us-west-001");
    expect(at("other", { endpoint: "https://abc.r2.cloudflarestorage.com" })[1]).toBe("auto");
    expect(at("other", { endpoint: "https://copy.fra1.digitaloceanspaces.com" })[1]).toBe("fra1");
    expect(at("other", { endpoint: "https://s3.eu-west-3.amazonaws.com" })[1]).toBe("eu-west-3");
  });
});

describe("the address of a file", () => {
  it("is encoded as signatures require", () => {
    expect(fileAddress("https://b.example", "incidents/12/index.html")).toBe(
      "https://b.example/incidents/12/index.html",
    );
    expect(fileAddress("https://b.example", "a b/ü+(1).css")).toBe(
      "https://b.example/a%20b/%C3%BC%2B%281%29.css",
    );
  });
});
