import { z } from "zod";
import {
  confirmation,
  invitation,
  managedUser,
  newUser,
  newUserResponse,
  roleChange,
  withTemporaryPassword,
} from "../../../schema/user.ts";
import { limitSensitive } from "../../../service/access/gate.ts";
import { inviteUser, inviteUserAgain } from "../../../service/access/invitation.ts";
import {
  createUser,
  listUsers,
  removeUser,
  resetUserPassword,
  resetUserTwoFactor,
  updateUser,
} from "../../../service/access/user.ts";
import { type Endpoint, endpoint } from "../../endpoint.ts";

const ROOT = "/api/v1/admin/users";

export const userRoutes: readonly Endpoint[] = [
  endpoint({
    method: "GET",
    path: ROOT,
    area: "users",
    summary: "List users",
    response: { status: 200, schema: z.array(managedUser) },
    handle: async ({ context }) => await listUsers(context),
  }),
  endpoint({
    method: "POST",
    path: ROOT,
    area: "users",
    summary: "Create a user",
    description:
      "The temporary password is returned only once and must be replaced at the first sign-in. With `invite`, the user is sent a link instead.",
    body: newUser,
    response: { status: 201, schema: newUserResponse },
    refuses: { 409: "A user with this address already exists, or email can't be sent." },
    handle: async ({ context, body: { invite, ...user } }) =>
      invite ? await inviteUser(context, user) : await createUser(context, user),
  }),
  endpoint({
    method: "POST",
    path: `${ROOT}/:id/invite`,
    area: "users",
    summary: "Resend a user's invitation",
    description: "The previous link stops working.",
    response: { status: 200, schema: invitation },
    refuses: { 409: "The user already has a password, or email can't be sent." },
    handle: async ({ context, id }) => await inviteUserAgain(context, id),
  }),
  endpoint({
    method: "PATCH",
    path: `${ROOT}/:id/role`,
    area: "users",
    summary: "Update a user's role",
    description:
      "Ends the user's sessions. A user who is no longer an administrator loses the API tokens they created.",
    body: roleChange,
    response: { status: 200, schema: managedUser },
    handle: async ({ context, id, body }) => await updateUser(context, id, body),
  }),
  endpoint({
    method: "DELETE",
    path: `${ROOT}/:id`,
    area: "users",
    summary: "Delete a user",
    response: { status: 204 },
    handle: async ({ context, id }) => await removeUser(context, id),
  }),
  endpoint({
    method: "POST",
    path: `${ROOT}/:id/reset-password`,
    area: "users",
    summary: "Reset a user's password to a temporary one",
    description: "Ends the user's sessions.",
    response: { status: 200, schema: withTemporaryPassword },
    handle: async ({ context, id }) => await resetUserPassword(context, id),
  }),
  endpoint({
    method: "POST",
    path: `${ROOT}/:id/reset-2fa`,
    area: "users",
    summary: "Turn a user's two-factor authentication off",
    body: confirmation,
    response: { status: 204 },
    limit: limitSensitive("reset-2fa"),
    handle: async ({ context, id, body }) => await resetUserTwoFactor(context, id, body.currentPassword),
  }),
];
