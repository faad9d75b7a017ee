import type { ZodType, z } from "zod";
import type { AreaName } from "../domain/access/area.ts";
import type { Problem } from "../lib/errors.ts";
import type { Level } from "../schema/permission.ts";
import type { Context } from "../service/context.ts";

type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

export interface Call<Q = unknown, B = unknown> {
  context: Context;
  request: Request;
  url: URL;
  query: Q;
  body: B;
  file: Uint8Array<ArrayBuffer>;
  id: number;
  params: Readonly<Record<string, string>>;
  headers: Headers;
  sessionToken: string | null;
}

interface EndpointResponse {
  status: 200 | 201 | 202 | 204 | 302;
  schema?: ZodType;
  description?: string;
  accepted?: string;
  type?: string;
}

export interface Endpoint {
  method: Method;
  path: string;
  area: AreaName | "public";
  /** Replaces `area` where it depends on the request; access to any one of them is enough. */
  areasFor?: (url: URL) => readonly AreaName[];
  level?: Level;
  summary: string;
  description?: string;
  query?: ZodType;
  lists?: readonly string[];
  body?: ZodType;
  problemRoot?: string;
  findMoreProblems?: ((body: unknown) => readonly Problem[]) | undefined;
  uploadLimitBytes?: number;
  bodyType?: "application/yaml";
  shownQuery?: ZodType;
  shownBodies?: Readonly<Record<string, ZodType>>;
  response: EndpointResponse;
  refuses?: Readonly<Record<number, string>>;
  allowsTemporaryPassword?: boolean;
  allowsNoSecondFactor?: boolean;
  needsToken?: boolean;
  isOpenToOrigins?: boolean;
  isForNavigation?: boolean;
  limit?: (context: Context) => Promise<void>;
  handle(call: Call): Promise<unknown>;
}

interface EndpointOf<Q extends ZodType, B extends ZodType>
  extends Omit<Endpoint, "handle" | "query" | "body"> {
  query?: Q;
  body?: B;
  handle(call: Call<z.output<Q>, z.output<B>>): Promise<unknown>;
}

export function endpoint<Q extends ZodType, B extends ZodType>(spec: EndpointOf<Q, B>): Endpoint {
  return spec as Endpoint;
}

export function levelOf({ level, method }: Pick<Endpoint, "level" | "method">): Level {
  return level ?? (method === "GET" ? "read" : "write");
}
