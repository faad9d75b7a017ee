import type { UserRow } from "../../data/user.ts";
import { entityOf } from "../record/audit.ts";

/** What an entry says of a user; their address is their name. */
export function userEntity({ id, email }: Pick<UserRow, "id" | "email">) {
  return entityOf("user", { id, name: email });
}
