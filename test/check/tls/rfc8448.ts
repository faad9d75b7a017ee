import trace from "./rfc8448.json" with { type: "json" };

const hex = (text: string) => Uint8Array.from(text.match(/../g) ?? [], (pair) => parseInt(pair, 16));

/** The simple handshake of RFC 8448, section 3. */
export const TRACE = {
  clientHello: hex(trace.clientHello),
  serverHello: hex(trace.serverHello),
  sharedSecret: hex(trace.sharedSecret),
  helloHash: hex(trace.helloHash),
  earlySecret: hex(trace.earlySecret),
  serverSecret: hex(trace.serverSecret),
  serverKey: hex(trace.serverKey),
  serverIv: hex(trace.serverIv),
  /** EncryptedExtensions to Finished, as one record. */
  record: hex(trace.record),
  certificate: hex(trace.certificate),
  clientKey: trace.clientKey,
} as const;
