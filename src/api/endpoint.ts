import type { ZodType, z } from "zod";
import type { AreaName } from "../domain/access/area.ts";
import type { Problem } from "../lib/errors.ts";
import type { Level } from "../schema/permission.ts";
import type { Context } from "../service/context.ts";

type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

/** What a handler is given: the request's parts, checked. */
export interface Call<Q = unknown, B = unknown> {
  context: Context;
  request: Request;
  url: URL;
  query: Q;
  body: B;
  /** What was uploaded; empty where nothing can be. */
  file: Uint8Array<ArrayBuffer>;
  /** The number that stands at `:id`. */
  id: number;
  params: Readonly<Record<string, string>>;
  /** Goes out with the answer. */
  headers: Headers;
  sessionToken: string | null;
}

interface Answer {
  status: 200 | 201 | 202 | 204 | 302;
  schema?: ZodType;
  description?: string;
  /** Media type of an answer that is not JSON. */
  type?: string;
}

/** One route as data: it is mounted, documented and tested from this. */
export interface Endpoint {
  method: Method;
  /** Hono's notation, from the root. */
  path: string;
  /** What it belongs to in `domain/access.ts`, or `public`. */
  area: AreaName | "public";
  /** In place of the area, where that depends on what is asked for: any of them is enough to come in. */
  areasFor?: (url: URL) => readonly AreaName[];
  /** Read for GET and write for the rest, unless said. */
  level?: Level;
  summary: string;
  description?: string;
  query?: ZodType;
  /** What of the query may be given several times, which is as good as commas. */
  lists?: readonly string[];
  body?: ZodType;
  /** The member of the body whose problems are told by their path inside it. */
  problemRoot?: string;
  /** Of a body that is refused: what else the handler would refuse in it, so that all is told at once. */
  findMoreProblems?: ((body: unknown) => readonly Problem[]) | undefined;
  /** Takes a multipart form with one `file` of at most this size, in place of a body. */
  uploadLimitBytes?: number;
  /** Of a body that is text and not JSON; it may have 2 MB. */
  bodyType?: "application/yaml";
  /** What the handler reads and checks by itself, for the description only; of a body by its type. */
  shownQuery?: ZodType;
  shownBodies?: Readonly<Record<string, ZodType>>;
  answer: Answer;
  /** Statuses of its own, besides those that follow from the rest, and what each means. */
  refuses?: Readonly<Record<number, string>>;
  /** May be called while a temporary password waits to be replaced. */
  allowsTemporaryPassword?: boolean;
  /** May be called while a second factor is required and not there, whatever the role. */
  allowsNoSecondFactor?: boolean;
  /** Pages of other origins may read the answer, whatever it is. */
  isOpenToOrigins?: boolean;
  /** Answers browsers that go there, never a picture, a frame or a script of another page. */
  isForNavigation?: boolean;
  /** Throws `too_many`; runs before the body is read. */
  limit?: (context: Context) => Promise<void>;
  handle(call: Call): Promise<unknown>;
}

interface EndpointOf<Q extends ZodType, B extends ZodType>
  extends Omit<Endpoint, "handle" | "query" | "body"> {
  query?: Q;
  body?: B;
  handle(call: Call<z.output<Q>, z.output<B>>): Promise<unknown>;
}

/** Ties the handler's types to the schemas; what it returns is the answer's body, or a Response of its own. */
export function endpoint<Q extends ZodType, B extends ZodType>(spec: EndpointOf<Q, B>): Endpoint {
  return spec as Endpoint;
}

export function levelOf({ level, method }: Pick<Endpoint, "level" | "method">): Level {
  return level ?? (method === "GET" ? "read" : "write");
}
