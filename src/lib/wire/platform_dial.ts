import { connect } from "cloudflare:sockets";
import type { Dial } from "./dial.ts";

/** Sockets of the platform: one that is still connecting can't be closed, so never from an object. */
export const dialPlatform: Dial = ({ hostname, port, tls }) =>
  connect({ hostname, port }, { secureTransport: tls, allowHalfOpen: false });
