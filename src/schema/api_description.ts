export interface JsonSchema {
  $ref?: string;
  type?: string | readonly string[];
  description?: string;
  properties?: Readonly<Record<string, JsonSchema>>;
  required?: readonly string[];
  additionalProperties?: JsonSchema | boolean;
  items?: JsonSchema;
  anyOf?: readonly JsonSchema[];
  enum?: readonly unknown[];
  const?: unknown;
  default?: unknown;
  examples?: readonly unknown[];
  format?: string;
  pattern?: string;
  minimum?: number;
  maximum?: number;
  exclusiveMinimum?: number;
  minLength?: number;
  maxLength?: number;
  minItems?: number;
  maxItems?: number;
}

interface ApiParameter {
  name: string;
  in: string;
  required?: boolean;
  description?: string;
  schema?: JsonSchema;
}

export type ApiContent = Readonly<Record<string, { schema?: JsonSchema }>>;

interface ApiResponse {
  $ref?: string;
  description?: string;
  content?: ApiContent;
}

export interface ApiOperation {
  operationId: string;
  summary: string;
  description?: string;
  security: readonly Readonly<Record<string, unknown>>[];
  parameters?: readonly ApiParameter[];
  requestBody?: { required?: boolean; content: ApiContent };
  responses: Readonly<Record<string, ApiResponse>>;
}

export interface ApiDescription {
  info: { version: string };
  paths: Readonly<Record<string, Readonly<Record<string, ApiOperation>>>>;
  components: {
    schemas: Readonly<Record<string, JsonSchema>>;
    responses: Readonly<Record<string, ApiResponse>>;
  };
}
