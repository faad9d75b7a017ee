import { describe } from "vitest";
import { PERMISSIONS } from "../../../src/schema/permission.ts";
import { walkPermissions } from "./walk.ts";

describe("who may call what", () => {
  walkPermissions(PERMISSIONS.filter((_, i) => i % 3 === 2));
});
