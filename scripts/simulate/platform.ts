export class DurableObject {
  readonly ctx: object;
  readonly env: object;

  constructor(ctx: object, env: object) {
    this.ctx = ctx;
    this.env = env;
  }
}

export class WorkerEntrypoint extends DurableObject {}

export const exports: Record<string, object> = {};

export const sockets: { connect: () => object } = {
  connect() {
    throw new Error("No world has begun.");
  },
};

export function connect(): object {
  return sockets.connect();
}
