export interface Socket {
  readonly readable: ReadableStream<Uint8Array>;
  readonly writable: WritableStream<Uint8Array>;
  close(): Promise<void>;
}

export interface Address {
  hostname: string;
  port: number;
  tls: "off" | "on" | "starttls";
}
