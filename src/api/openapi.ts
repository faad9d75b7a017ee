import { type ZodType, z } from "zod";
import { type AreaName, areaOf, permissionsFor } from "../domain/access/area.ts";
import { joinOr } from "../lib/join_or.ts";
import { errorBody } from "../schema/common.ts";
import { type Endpoint, levelOf } from "./endpoint.ts";

type Json = Record<string, unknown>;
type Direction = "input" | "output";

const TAGS: Readonly<Record<string, string>> = {
  health: "Health checks.",
  setup: "The setup wizard.",
  auth: "Sign-in and your own account.",
  admin: "The admin API, for the panel and automation.",
  public: "The public API, for visitors.",
};

export function makeOpenApi(endpoints: readonly Endpoint[], version: string): Json {
  const schemas: Record<string, unknown> = {};
  convert(errorBody, "output", schemas);
  const paths: Record<string, Json> = {};
  for (const endpoint of endpoints) {
    const path = endpoint.path.replaceAll(/:(\w+)/g, "{$1}");
    paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: describe(endpoint, schemas) };
  }
  const used = new Set(endpoints.map(tagOf));
  return {
    openapi: "3.1.0",
    info: {
      title: "Uptide",
      version,
      summary: "Status page and uptime monitoring on Cloudflare Workers.",
      license: { name: "Apache-2.0", identifier: "Apache-2.0" },
    },
    servers: [{ url: "http://127.0.0.1:8787", description: "Local server" }],
    tags: Object.entries(TAGS).flatMap(([name, description]) =>
      used.has(name) ? [{ name, description }] : [],
    ),
    paths,
    components: {
      schemas,
      responses: Object.fromEntries(
        Object.values(REFUSALS).map(([name, description]) => [name, { description, content: ERROR }]),
      ),
      securitySchemes: {
        token: { type: "http", scheme: "bearer", description: "An API token." },
        session: {
          type: "apiKey",
          in: "cookie",
          name: "__Host-uptide",
          description: "A signed-in session. Over plain HTTP the cookie is named `uptide`.",
        },
      },
    },
  };
}

function describe(endpoint: Endpoint, schemas: Record<string, unknown>): Json {
  const { method, path, summary, body, bodyType, shownBodies, uploadLimitBytes, response } = endpoint;
  const description = [endpoint.description, isAllowed(endpoint)].filter(Boolean).join("\n\n");
  const parameters = [
    ...pathParameters(path),
    ...queryParameters(endpoint.query ?? endpoint.shownQuery, schemas),
  ];
  const content = response.schema ? { content: json(response.schema, "output", schemas, response.type) } : {};
  return {
    operationId: operationIdOf(method, path),
    tags: [tagOf(endpoint)],
    summary,
    ...(description ? { description } : {}),
    security: securityOf(endpoint),
    ...(parameters.length ? { parameters } : {}),
    ...(body
      ? { requestBody: { required: !acceptsNothing(body), content: json(body, "input", schemas, bodyType) } }
      : {}),
    ...(shownBodies
      ? {
          requestBody: {
            required: false,
            content: Object.assign(
              {},
              ...Object.entries(shownBodies).map(([type, schema]) => json(schema, "input", schemas, type)),
            ),
          },
        }
      : {}),
    ...(uploadLimitBytes ? { requestBody: { required: true, content: UPLOAD } } : {}),
    responses: {
      [response.status]: {
        description: response.description ?? (response.status === 204 ? "Done." : "Success."),
        ...content,
      },
      ...(response.accepted ? { 202: { description: response.accepted, ...content } } : {}),
      ...refusals(endpoint),
    },
  };
}

const REFUSALS = {
  "400": ["Invalid", "The request is not valid; `problems` lists what to fix."],
  "401": ["Unauthorized", "The session or token is missing or not valid."],
  "403": ["Forbidden", "The role or token doesn't have permission."],
  "404": ["NotFound", "The object was not found."],
  "409": [
    "Outdated",
    "The object changed since the `version` sent; `changedBy` and `changedAt` are of the last change.",
  ],
  "413": ["TooLarge", "The body is too large."],
  "415": ["Unsupported", "The body's content type is not supported."],
  "429": ["TooMany", "Too many requests; retry after the seconds in `Retry-After`."],
  "4XX": ["Refused", "The request failed; `error` has the reason."],
  default: ["Otherwise", "The request failed; `error` has the reason."],
} as const;

function refusals({ area, response, query, path, limit, refuses, ...rest }: Endpoint): Json {
  const body = rest.body ?? rest.uploadLimitBytes ?? rest.shownBodies;
  const takesTokens = area !== "public" && permissionsFor(area, levelOf(rest)).length > 0;
  const isMet: Record<keyof typeof REFUSALS, boolean> = {
    "400": Boolean(body ?? query ?? rest.shownQuery),
    "401": area !== "public",
    "403": area !== "public",
    "404": path.includes(":"),
    "409": rest.body instanceof z.ZodObject && Object.hasOwn(rest.body.shape, "version"),
    "413": Boolean(body),
    "415": Boolean(body),
    "429": Boolean(limit) || takesTokens,
    "4XX": true,
    default: response.status === 302,
  };
  const shared = Object.entries(REFUSALS).filter(([status]) => isMet[status as keyof typeof REFUSALS]);
  return {
    ...Object.fromEntries(
      shared.map(([status, [name]]) => [status, { $ref: `#/components/responses/${name}` }]),
    ),
    ...Object.fromEntries(
      Object.entries(refuses ?? {}).map(([status, description]) => [status, { description, content: ERROR }]),
    ),
  };
}

const UPLOAD: Json = {
  "multipart/form-data": {
    schema: {
      type: "object",
      required: ["file"],
      properties: { file: { type: "string", contentMediaType: "application/octet-stream" } },
    },
  },
};

const ERROR: Json = { "application/json": { schema: { $ref: "#/components/schemas/Error" } } };

function isAllowed({ area, ...rest }: Endpoint): string {
  if (area === "public") return "";
  const permissions = permissionsFor(area as AreaName, levelOf(rest)).map((one) => `\`${one}\``);
  const token = permissions.length
    ? `an API token with ${joinOr(permissions)}`
    : "API tokens cannot call this endpoint";
  return `Roles: ${areaOf(area).roles.join(", ")}; ${token}.`;
}

function securityOf(endpoint: Endpoint): Json[] {
  if (endpoint.needsToken) return [{ token: [] }];
  if (endpoint.area === "public") return [{}];
  return permissionsFor(endpoint.area, levelOf(endpoint)).length === 0
    ? [{ session: [] }]
    : [{ token: [] }, { session: [] }];
}

function pathParameters(path: string): Json[] {
  return [...path.matchAll(/:(\w+)/g)].map(([, name = ""]) => {
    const isId = name === "id" || name.endsWith("Id");
    return {
      name,
      in: "path",
      required: true,
      schema: isId ? { type: "integer", minimum: 1 } : { type: "string" },
    };
  });
}

function queryParameters(query: ZodType | undefined, schemas: Record<string, unknown>): Json[] {
  if (!query) return [];
  const shape = convert(query, "input", schemas) as {
    properties?: Record<string, Json>;
    required?: string[];
  };
  return Object.entries(shape.properties ?? {}).map(([name, schema]) => {
    return { name, in: "query", required: shape.required?.includes(name) ?? false, schema };
  });
}

function json(
  schema: ZodType,
  direction: Direction,
  schemas: Record<string, unknown>,
  type = "application/json",
): Json {
  return { [type]: { schema: convert(schema, direction, schemas) } };
}

function convert(schema: ZodType, direction: Direction, schemas: Record<string, unknown>): unknown {
  const wrapped = z.toJSONSchema(z.object({ schema }), { io: direction, unrepresentable: "any" });
  const renamed = new Map<string, string>();
  const definitions = Object.entries(wrapped.$defs ?? {}) as [string, Json][];
  for (const [name, definition] of definitions) {
    const differs =
      name in schemas && JSON.stringify(schemas[name]) !== JSON.stringify(clean(definition, renamed));
    renamed.set(name, differs ? `${name}Input` : name);
  }
  for (const [name, definition] of definitions)
    schemas[renamed.get(name) ?? name] = clean(definition, renamed);
  return clean(wrapped.properties?.["schema"], renamed);
}

function clean(value: unknown, renamed: ReadonlyMap<string, string>): unknown {
  if (Array.isArray(value)) return value.map((part) => clean(part, renamed));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, part]) => {
      const isNoise = key === "$schema" || (key === "id" && typeof part === "string");
      if (isNoise || (key === "additionalProperties" && part === false)) return [];
      if (key !== "$ref" || typeof part !== "string") return [[key, clean(part, renamed)]];
      const name = part.replace("#/$defs/", "");
      return [[key, `#/components/schemas/${renamed.get(name) ?? name}`]];
    }),
  );
}

function acceptsNothing(schema: ZodType): boolean {
  return schema.safeParse({}).success;
}

function tagOf({ path }: Pick<Endpoint, "path">): string {
  if (path.startsWith("/ping/")) return "public";
  return path.split("/")[3] ?? "health";
}

function operationIdOf(method: string, path: string): string {
  const words = path
    .replace("/api/v1", "")
    .split(/[/\-._]/)
    .filter(Boolean)
    .map((word) => (word.startsWith(":") ? `by-${word.slice(1)}` : word))
    .flatMap((word) => word.split("-"));
  return method.toLowerCase() + words.map((word) => word[0]?.toUpperCase() + word.slice(1)).join("");
}
