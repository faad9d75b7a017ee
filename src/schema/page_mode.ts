import { z } from "zod";

export const pageMode = z.enum(["public", "users", "password"], {
  error: "Use public, users or password.",
});
export type PageMode = z.output<typeof pageMode>;
