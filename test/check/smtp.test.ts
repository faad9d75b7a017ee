import { expect, it } from "vitest";
import { probe } from "../../src/check/probe.ts";
import { makeFakePlatform } from "./fake_platform.ts";

it("an smtp check reports that the platform blocks port 25", async () => {
  const connect = () => new Error("proxy request failed, Connections to port 25 are prohibited");
  const config = { host: "mail.test", port: 25 };
  const answer = await probe({ type: "smtp", config, timeoutMs: 1000 }, makeFakePlatform({ connect }));
  expect(answer.message).toBe(
    "The platform blocks port 25: use the submission ports 465 or 587, or an agent.",
  );
});
