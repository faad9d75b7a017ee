import { readFileSync } from "node:fs";
import type { Socket } from "node:net";
import { TLSSocket } from "node:tls";
import { type Pair, type Peer, startTcp } from "./tls_peer.ts";

type Moment = "connected" | "EHLO" | "HELO" | "STARTTLS" | "AUTH" | "MAIL" | "RCPT" | "DATA" | "end" | "QUIT";

type Answer = string | ((socket: Socket, said: string) => string | undefined);

export interface FakeSmtp extends Peer {
  received: { clear: string; encrypted: string };
}

export interface FakeWish {
  tls?: "starttls" | "on";
  pair?: Pair;
  answers?: Partial<Record<Moment, Answer>>;
}

/** Anything that isn't a command gets no reply. */
const ANSWERS: Partial<Record<string, Answer>> = {
  connected: "220 mail.test ESMTP",
  EHLO: "250-mail.test\r\n250 AUTH PLAIN",
  HELO: "250 mail.test",
  STARTTLS: "220 Go on",
  AUTH: "235 Welcome",
  MAIL: "250 OK",
  RCPT: "250 OK",
  DATA: "354 Go on",
  end: "250 Taken",
  QUIT: "221 Bye",
};

export async function startFakeSmtp({ tls, pair, answers = {} }: FakeWish = {}): Promise<FakeSmtp> {
  const received = { clear: "", encrypted: "" };
  const keys = pair ? { cert: readFileSync(pair.cert), key: readFileSync(pair.key) } : {};
  const secure = (socket: Socket) => {
    const secured = new TLSSocket(socket, { isServer: true, ...keys });
    secured.on("error", () => undefined);
    return secured;
  };

  function serve(socket: Socket, kind: "clear" | "encrypted"): void {
    let waiting = "";
    let sinceMail = "";
    let isMail = false;
    const react = (moment: Moment, said: string) => {
      const answer = answers[moment] ?? (moment === "EHLO" ? offer() : ANSWERS[moment]);
      const text = typeof answer === "function" ? answer(socket, said) : answer;
      if (text === undefined || socket.destroyed) return;
      socket.write(`${text}\r\n`);
      if (moment === "DATA") isMail = true;
      if (moment === "STARTTLS" && tls === "starttls" && text.startsWith("220")) {
        socket.removeAllListeners("data");
        serve(secure(socket), "encrypted");
      }
    };
    const offer = () =>
      tls === "starttls" && kind === "clear" ? "250-mail.test\r\n250 STARTTLS" : ANSWERS.EHLO;
    socket.on("data", (data) => {
      received[kind] += data;
      waiting += data;
      for (let at = waiting.indexOf("\n"); at >= 0; at = waiting.indexOf("\n")) {
        const line = waiting.slice(0, at).trimEnd();
        waiting = waiting.slice(at + 1);
        sinceMail += `${line}\r\n`;
        if (!isMail) react((line.split(" ")[0] ?? "") as Moment, line);
        else if (line === ".") {
          isMail = false;
          react("end", sinceMail);
          sinceMail = "";
        }
      }
    });
    if (kind === "clear" || tls === "on") react("connected", "");
  }

  const peer = await startTcp((socket) => {
    if (tls === "on") serve(secure(socket), "encrypted");
    else serve(socket, "clear");
  });
  return { ...peer, received };
}
