import type { UserRow } from "../../data/user.ts";
import { entityOf } from "../record/audit.ts";

export function userEntity({ id, email }: Pick<UserRow, "id" | "email">) {
  return entityOf("user", { id, name: email });
}
