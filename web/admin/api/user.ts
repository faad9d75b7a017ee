import type { z } from "zod";
import type { Role } from "../../../src/schema/permission.ts";
import type {
  confirmation,
  Invitation,
  ManagedUser,
  newUser,
  newUserResponse,
  withTemporaryPassword,
} from "../../../src/schema/user.ts";
import { request } from "../../lib/api.ts";

const ROOT = "/api/v1/admin/users";

export type NewUserResponse = z.output<typeof newUserResponse>;

export async function listUsers(signal: AbortSignal): Promise<ManagedUser[]> {
  return await request("GET", ROOT, { signal });
}

type NewUser = Omit<z.input<typeof newUser>, "role"> & { role: Role | null };

export async function createUser(body: NewUser): Promise<NewUserResponse> {
  return await request("POST", ROOT, { body });
}

export async function inviteUserAgain(id: number): Promise<Invitation> {
  return await request("POST", `${ROOT}/${id}/invite`);
}

export async function updateUser(
  id: number,
  body: { role: Role; pageKeys: string[] | null },
): Promise<ManagedUser> {
  return await request("PATCH", `${ROOT}/${id}/role`, { body });
}

export async function removeUser(id: number): Promise<void> {
  await request("DELETE", `${ROOT}/${id}`);
}

export async function resetUserPassword(id: number): Promise<z.output<typeof withTemporaryPassword>> {
  return await request("POST", `${ROOT}/${id}/reset-password`);
}

export async function resetUserTwoFactor(id: number, body: z.input<typeof confirmation>): Promise<void> {
  await request("POST", `${ROOT}/${id}/reset-2fa`, { body });
}
