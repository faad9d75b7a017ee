import { describe } from "vitest";
import { walkRoles } from "./access_walk.ts";

describe("who may call what", () => {
  walkRoles(["branding", "viewer"]);
});
