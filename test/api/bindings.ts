import { env } from "cloudflare:workers";
import type { Env } from "../../src/env.ts";

export const bindings = env as unknown as Env;
