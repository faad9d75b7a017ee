import { z } from "zod";
import type { AreaName } from "../../domain/access/area.ts";
import type { Level } from "../../schema/permission.ts";
import type { Context } from "../../service/context.ts";

export interface ToolResponse {
  text: string;
  data?: Record<string, unknown>;
}

interface Hints {
  readOnlyHint: boolean;
  destructiveHint: boolean;
  idempotentHint: boolean;
  openWorldHint: boolean;
}

export interface Tool {
  name: string;
  title: string;
  description: string;
  area: AreaName;
  otherAreas?: readonly AreaName[];
  level: Level;
  hints: Hints;
  input: z.ZodType;
  run(context: Context, input: unknown): Promise<ToolResponse>;
}

interface ToolOf<T extends z.ZodType> extends Omit<Tool, "input" | "run"> {
  input: T;
  run(context: Context, input: z.output<T>): Promise<ToolResponse>;
}

export function tool<T extends z.ZodType>(spec: ToolOf<T>): Tool {
  return spec as Tool;
}

export const READS: Hints = {
  readOnlyHint: true,
  destructiveHint: false,
  idempotentHint: true,
  openWorldHint: false,
};
export const ADDS: Hints = {
  readOnlyHint: false,
  destructiveHint: false,
  idempotentHint: false,
  openWorldHint: false,
};
export const ADDS_OUTSIDE: Hints = { ...ADDS, openWorldHint: true };
export const REMOVES: Hints = { ...ADDS, destructiveHint: true };
export const REPLACES: Hints = { ...REMOVES, idempotentHint: true };

export function describeTool({ name, title, description, hints, input }: Tool): Record<string, unknown> {
  const { $schema: _, ...inputSchema } = z.toJSONSchema(input, { io: "input", unrepresentable: "any" });
  return { name, title, description, inputSchema, annotations: { title, ...hints } };
}
