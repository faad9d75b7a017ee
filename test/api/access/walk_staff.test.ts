import { describe } from "vitest";
import { walkRoles } from "./walk.ts";

describe("who may call what", () => {
  walkRoles(["admin", "operator"]);
});
