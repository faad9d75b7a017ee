import { connect } from "cloudflare:sockets";
import type { Dial } from "./dial.ts";

/** A socket that is still connecting can't be closed, so never call this inside a Durable Object. */
export const dialPlatform: Dial = ({ hostname, port, tls }) =>
  connect({ hostname, port }, { secureTransport: tls, allowHalfOpen: false });
