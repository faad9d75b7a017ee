import { ROLES, type Role } from "../../../../src/schema/permission.ts";
import type { Choice } from "../../../ui/Choices.tsx";
import { text as shell } from "../../text/shell.ts";
import { text } from "../../text/user.ts";

export const ROLE_CHOICES: readonly Choice<Role>[] = ROLES.map((role) => ({
  value: role,
  label: shell.roles[role],
  hint: text.roleHints[role],
}));
