import { describe } from "vitest";
import { PERMISSIONS } from "../../../src/domain/access/area.ts";
import { walkPermissions } from "./walk.ts";

describe("who may call what", () => {
  walkPermissions(PERMISSIONS.filter((_, i) => i % 3 === 2));
});
