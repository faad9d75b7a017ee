import { describe } from "vitest";
import { PERMISSIONS } from "../../src/domain/access.ts";
import { walkPermissions } from "./access_walk.ts";

describe("who may call what", () => {
  walkPermissions(PERMISSIONS.filter((_, i) => i % 3 === 1));
});
