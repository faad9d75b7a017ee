import type { ZodType } from "zod";
import { findCheckType } from "../../check/registry.ts";
import type { Config } from "../../lib/config.ts";
import { AppError, type Problem } from "../../lib/errors.ts";
import { findChannelType } from "../../notify/registry.ts";
import { actionConfig } from "../../schema/action.ts";
import { parseConfig } from "../record/parse_config.ts";

export function findMonitorConfigProblems(body: unknown): readonly Problem[] {
  return findIn(body, (type) => findCheckType(type)?.config);
}

export function findChannelConfigProblems(body: unknown): readonly Problem[] {
  return findIn(body, (type) => findChannelType(type)?.config);
}

export function findActionConfigProblems(body: unknown): readonly Problem[] {
  return findIn(body, () => actionConfig);
}

function findIn(body: unknown, schemaOf: (type: string) => ZodType | undefined): readonly Problem[] {
  const { type, config } = (body ?? {}) as { type?: unknown; config?: unknown };
  if (typeof config !== "object" || config === null || Array.isArray(config)) return [];
  const schema = schemaOf(typeof type === "string" ? type : "");
  if (!schema) return [];
  try {
    parseConfig(schema, config as Config);
    return [];
  } catch (error) {
    if (error instanceof AppError) return error.detail.problems ?? [];
    throw error;
  }
}
