import { spawn } from "node:child_process";
import { join } from "node:path";
import { createInterface } from "node:readline";
import type { Pair } from "./tls_peer.ts";

export const PYTHON = "/usr/bin/python3";
export const AIOSMTPD = "/usr/lib/python3/dist-packages/aiosmtpd/smtp.py";

export interface SmtpWish extends Partial<Pair> {
  tls: "off" | "on" | "starttls";
  user?: string;
  password?: string;
  auth?: string;
  utf8?: boolean;
}

interface ReceivedMail {
  client: string;
  isEncrypted: boolean;
  user: string | null;
  sender: string;
  senderOptions: string[];
  receivers: string[];
  headers: Record<string, string>;
  names: string[];
  text: string;
  html: string;
  defects: string[];
  longest: number;
  bareBreaks: number;
}

export interface SmtpPeer {
  port: number;
  received: ReceivedMail[];
  stop(): Promise<void>;
}

export async function startSmtp(wish: SmtpWish): Promise<SmtpPeer> {
  const args = [join(import.meta.dirname, "smtp_server.py"), JSON.stringify(wish)];
  const child = spawn(PYTHON, args, { stdio: ["ignore", "pipe", "pipe"] });
  let complaint = "";
  child.stderr.on("data", (chunk) => {
    complaint += String(chunk);
  });
  const ended = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  const received: ReceivedMail[] = [];
  const port = await new Promise<number>((resolve, reject) => {
    createInterface(child.stdout).on("line", (line) => {
      const message = JSON.parse(line) as ReceivedMail | { port: number };
      if ("port" in message) resolve(message.port);
      else received.push(message);
    });
    child.once("exit", () => reject(new Error(`The SMTP server did not start: ${complaint}`)));
  });
  return {
    port,
    received,
    async stop() {
      child.kill("SIGKILL");
      await ended;
    },
  };
}
