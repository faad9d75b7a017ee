import type { DialedSocket, Line } from "../../lib/wire/dial.ts";
import { dial, hangUp, makeLine } from "../../lib/wire/dial.ts";
import type { Socket } from "../../lib/wire/socket.ts";
import { WireError } from "../../lib/wire/wire_error.ts";
import { parseAuthorities, type TlsMode } from "../../schema/wire_config.ts";
import { toReadCertificate } from "../certificate_reading.ts";
import type { Probe } from "../check_type.ts";
import { explainConnect, explainUntrusted, placeOf } from "../diagnose.ts";
import { CheckFault } from "../fault.ts";
import type { ReadCertificate } from "../read_certificate.ts";
import { startTlsClient } from "../tls/tls_client.ts";
import { type Trust, UntrustedError } from "../tls/tls_trust.ts";
import { openConnection } from "./connection.ts";
import { runStep } from "./wire_step.ts";

const MAX_BYTES = 256 * 1024;

export interface WireTarget {
  hostname: string;
  port: number;
  tls: TlsMode;
  caCert?: string | undefined;
  /**
   * For STARTTLS: brings the server to the point where TLS begins. Carries no secret, and may run again on
   * another connection to read the certificate.
   */
  prepareTls?: ((line: Line) => Promise<void>) | undefined;
  /** For handshakes inside the protocol, which only our own TLS client supports. */
  wrapTls?: { wrap(socket: Socket): Socket; maxVersion: "TLS 1.2" };
  alpn?: readonly string[];
  maxBytes?: number;
}

interface Opened {
  line: Line;
  certificate: ReadCertificate | null;
  close(): void;
}

export async function openTarget(probe: Probe, target: WireTarget): Promise<Opened> {
  const { hostname, port, tls, prepareTls, maxBytes = MAX_BYTES } = target;
  if (tls === "off" || (tls === "on" && !prepareTls && !target.alpn)) {
    const { close, ...line } = await openConnection(probe, { hostname, port, tls, maxBytes });
    return { line, certificate: null, close };
  }
  const usesPlatform = tls === "on" && !target.alpn && !target.wrapTls;
  const address = { hostname, port, tls: usesPlatform ? "starttls" : "off" } as const;
  const socket = await probe.steps.run<DialedSocket>(
    { label: `Connect to ${placeOf(address)}`, late: `No connection to ${placeOf(address)}` },
    async () => {
      try {
        return await dial(probe.connect, address, probe);
      } catch (error) {
        throw await explainConnect(probe, address, error);
      }
    },
  );
  const close = () => hangUp(socket);
  try {
    return await runStep(probe, {
      label: "Start TLS",
      work: async () => {
        await prepare(socket, { target, probe });
        return usesPlatform
          ? startPlatformTls(probe, socket, target)
          : await startOwnTls(probe, socket, target);
      },
      detail: ({ certificate }) => certificate?.subject ?? "",
    });
  } catch (error) {
    close();
    throw error;
  }
}

async function prepare(
  socket: Socket,
  { target, probe }: { target: WireTarget; probe: Probe },
): Promise<void> {
  if (!target.prepareTls) return;
  const line = makeLine(socket, { signal: probe.signal, maxBytes: target.maxBytes ?? MAX_BYTES });
  await target.prepareTls(line);
  // Bytes from before TLS may come from an attacker and would count as the server's (response injection).
  if (line.reader.readArrived().length > 0) {
    throw new WireError(
      "malformed",
      "The server sent data before TLS started: the connection may be tampered with.",
    );
  }
  line.release();
}

/** The handshake runs in the background: its failure surfaces at the first read or write. */
function startPlatformTls(probe: Probe, socket: DialedSocket, target: WireTarget): Opened {
  if (!socket.startTls) throw new WireError("unsupported", "This connection can't be secured.");
  const secured = socket.startTls();
  secured.opened.catch(() => undefined);
  const line = makeLine(secured, { signal: probe.signal, maxBytes: target.maxBytes ?? MAX_BYTES });
  const guarded = guardHandshake(line, (error) => explainHandshake(probe, { target, error }));
  return { line: guarded, certificate: null, close: () => hangUp(secured) };
}

function guardHandshake(line: Line, explain: (error: WireError) => Promise<Error>): Line {
  let isShakingHands = true;
  const toFault = async (error: unknown) => {
    const isCutOff = error instanceof WireError && (error.fault === "closed" || error.fault === "broken");
    return isShakingHands && isCutOff ? await explain(error) : error;
  };
  const guard =
    <A extends unknown[], T>(work: (...given: A) => Promise<T>) =>
    async (...given: A): Promise<T> => {
      try {
        const result = await work(...given);
        isShakingHands = false;
        return result;
      } catch (error) {
        throw await toFault(error);
      }
    };
  const { reader } = line;
  return {
    ...line,
    // Writes are accepted before the handshake is done, so only a rejected one shows a failure.
    async write(bytes) {
      await line.write(bytes).catch(async (error: unknown) => {
        throw await toFault(error);
      });
    },
    reader: {
      ...reader,
      readExactly: guard(reader.readExactly),
      readUntil: guard(reader.readUntil),
      readLine: guard(reader.readLine),
    },
  };
}

async function explainHandshake(
  probe: Probe,
  { target, error }: { target: WireTarget; error: WireError },
): Promise<Error> {
  const { hostname, port } = target;
  const untrusted = await explainUntrusted(probe, { hostname, port, tls: "on" }, target.prepareTls);
  return untrusted ?? new CheckFault("closed", error.message, { cause: error });
}

async function startOwnTls(probe: Probe, socket: DialedSocket, target: WireTarget): Promise<Opened> {
  const { hostname, alpn = [], maxBytes = MAX_BYTES, wrapTls } = target;
  const { signal } = probe;
  const now = probe.now();
  const { wrap, maxVersion } = wrapTls ?? {};
  const options = { serverName: hostname, trust: trustOf(target), alpn, signal, now, maxVersion };
  const secured = await startTlsClient(wrap?.(socket) ?? socket, options).catch((error: unknown) => {
    if (!(error instanceof UntrustedError)) throw error;
    const certificate = toReadCertificate(error.chain, hostname);
    throw new CheckFault("certificate", error.message, { cause: error, certificate });
  });
  return {
    line: makeLine(secured, { signal, maxBytes }),
    certificate: toReadCertificate(secured.chain, hostname),
    close: () => hangUp(secured),
  };
}

function trustOf({ tls, caCert = "" }: WireTarget): Trust {
  if (tls === "verify-none") return { kind: "none" };
  if (tls === "on") return { kind: "public" };
  const authorities = parseAuthorities(caCert);
  if (authorities === null) throw new WireError("unsupported", "The authority's certificate can't be read.");
  return { kind: "authorities", authorities };
}
