import { describe, expect, it } from "vitest";
import { utf8 } from "../../src/lib/bytes.ts";
import type { Dial, DialedSocket } from "../../src/lib/wire/dial.ts";
import type { Mail, SmtpServer } from "../../src/notify/mail.ts";
import { SendFault } from "../../src/notify/send_fault.ts";
import { sendMail } from "../../src/notify/smtp.ts";
import { makeChance, mutate } from "../check/tls/mutate.ts";
import { makeScriptedSocket, type ScriptedSocket } from "../check/tls/scripted_socket.ts";

const RUNS = 10_000;
const PASSWORD = "hunter2-hunter2";
const SECRETS = [PASSWORD, btoa(PASSWORD), btoa(`\0user\0${PASSWORD}`)];
const MAIL: Mail = {
  messageId: "1@site.test",
  to: ["ann@example.com", "bob@example.com"],
  subject: "Down",
  text: "Down",
  html: "<p>Down</p>",
};

const CLEAR = "220 mail.test ESMTP\r\n250-mail.test\r\n250-SIZE 1000000\r\n250 STARTTLS\r\n220 Go on\r\n";
const LOGIN = "334 VXNlcm5hbWU6\r\n334 UGFzc3dvcmQ6\r\n235 Welcome\r\n";
const SENDING = "250 OK\r\n250 OK\r\n250 OK\r\n354 Go on\r\n250 Taken\r\n221 Bye\r\n";
const offer = (auth: string) => `250-mail.test\r\n250-SMTPUTF8\r\n250 AUTH ${auth}\r\n`;

interface Talk {
  secure: boolean;
  clear: string;
  encrypted: string;
}

const TALKS: readonly Talk[] = [
  { secure: false, clear: CLEAR, encrypted: `${offer("PLAIN")}235 Welcome\r\n${SENDING}` },
  { secure: false, clear: CLEAR, encrypted: `${offer("LOGIN")}${LOGIN}${SENDING}` },
  { secure: true, clear: "", encrypted: `220 mail.test\r\n${offer("LOGIN")}${LOGIN}${SENDING}` },
  // STARTTLS is missing from the response.
  { secure: false, clear: `220 mail.test\r\n${offer("PLAIN")}235 Welcome\r\n${SENDING}`, encrypted: "" },
];

function splitLines(bytes: Uint8Array): Uint8Array[] {
  const lines =
    Buffer.from(bytes)
      .toString("latin1")
      .match(/[^\n]*\n|[^\n]+$/g) ?? [];
  return lines.map((line: string) => new Uint8Array(Buffer.from(line, "latin1")));
}

function textOf({ written }: ScriptedSocket): string {
  return written.map((bytes) => new TextDecoder().decode(bytes)).join("");
}

async function talk({ secure }: Talk, clear: ScriptedSocket, encrypted: ScriptedSocket): Promise<string> {
  const opened = Promise.resolve();
  const secured: DialedSocket = { ...encrypted, opened };
  const connect: Dial = () => (secure ? secured : { ...clear, opened, startTls: () => secured });
  const server: SmtpServer = {
    host: "mail.site.test",
    port: 587,
    secure,
    user: "user",
    password: PASSWORD,
    from: { address: "status@site.test", name: "Status" },
  };
  const { signal } = new AbortController();
  try {
    await sendMail(server, MAIL, { connect, signal, now: 0, clientName: "site.test" });
    return "sent";
  } catch (error) {
    if (!(error instanceof SendFault)) throw error;
    expect(error.message).toMatch(/^(?!.*undefined)[\x20-\uffff]+$/);
    expect(error.message.length).toBeLessThan(1500);
    for (const secret of SECRETS) expect(error.message).not.toContain(secret);
    return error.message.replace(/:.*/s, "");
  }
}

describe("sendMail in 10,000 damaged conversations", () => {
  it("sends in undamaged ones", async () => {
    for (const each of TALKS.slice(0, 3)) {
      const clear = makeScriptedSocket(utf8(each.clear));
      const encrypted = makeScriptedSocket(utf8(each.encrypted), { chunkBytes: 5 });
      expect(await talk(each, clear, encrypted)).toBe("sent");
      expect(textOf(encrypted)).toContain(SECRETS[each.encrypted.includes("PLAIN") ? 2 : 1]);
      expect(textOf(encrypted)).toMatch(/\r\n\.\r\nQUIT\r\n$/);
    }
  });

  it("sends or reports the fault, and never sends credentials unencrypted", { timeout: 30_000 }, async () => {
    const outcomes = new Set<string>();
    for (let seed = 0; seed < RUNS; seed++) {
      const chance = makeChance(seed);
      const each = TALKS[seed % TALKS.length]!;
      const damage = (text: string) => {
        const bytes = utf8(text);
        return bytes.length === 0 || chance(3) === 0 ? bytes : mutate(bytes, chance, splitLines);
      };
      const [clear, encrypted] = [each.clear, each.encrypted].map((text) => {
        const bytes = damage(text);
        return makeScriptedSocket(bytes, { chunkBytes: 1 + chance(bytes.length + 1) });
      });
      outcomes.add(await talk(each, clear!, encrypted!));
      const said = textOf(clear!);
      for (const secret of SECRETS) expect(said).not.toContain(secret);
      expect(said).not.toContain("AUTH");
    }
    for (const outcome of [
      "sent",
      "mail.site.test doesn't support TLS (STARTTLS), so the user and password weren't sent",
    ])
      expect([...outcomes]).toContain(outcome);
    expect(outcomes.size).toBeGreaterThan(15);
  });
});
