import { type Host, leave } from "./host.ts";
import { currentLife, runIn } from "./life.ts";
import { type Receivers, repeatsOf } from "./targets.ts";

const HOST = "smtp.test";

export class MailServer {
  readonly #host: Host;
  readonly #receivers: Receivers;

  constructor(host: Host, receivers: Receivers) {
    this.#host = host;
    this.#receivers = receivers;
  }

  connect(): object {
    const { random } = this.#host;
    const life = currentLife();
    const mail: Mail = { to: [], text: "", isBody: false };
    let output: ReadableStreamDefaultController<Uint8Array> | null = null;
    const say = (line: string) => output?.enqueue(Buffer.from(`${line}\r\n`));
    const opened = leave(this.#host, { where: `connect to ${HOST}`, delayMs: random.whole(5, 30) }, () => {
      const trouble = this.#receivers.troubleOf(HOST);
      if (trouble === "breaks") throw new Error("connection refused");
      if (trouble === "refuses") say("421 Too busy");
      else if (trouble !== "hangs") say("220 smtp.test ESMTP");
    });
    opened.catch(() => {});
    let waiting = "";
    return {
      opened,
      readable: new ReadableStream<Uint8Array>({
        start: (controller) => {
          output = controller;
        },
      }),
      writable: new WritableStream<Uint8Array>({
        write: async (bytes) => {
          waiting += Buffer.from(bytes).toString();
          const lines = waiting.split("\r\n");
          waiting = lines.pop() ?? "";
          for (const line of lines) await runIn(life, () => this.#handleLine(mail, line, say));
        },
      }),
      close: async () => {},
    };
  }

  async #handleLine(mail: Mail, line: string, say: (line: string) => void): Promise<void> {
    if (mail.isBody) {
      if (line !== ".") {
        mail.text += `${line}\n`;
        return;
      }
      mail.isBody = false;
      await this.#take(mail, say);
      return;
    }
    const [, to] = /^RCPT TO:<(.*)>/.exec(line) ?? [];
    if (to !== undefined) mail.to.push(to);
    mail.isBody = line === "DATA";
    if (line === "QUIT") say("221 Bye");
    else say(mail.isBody ? "354 Go on" : "250 smtp.test");
  }

  async #take(mail: Mail, say: (line: string) => void): Promise<void> {
    const { faults, random } = this.#host;
    const id = /^Message-ID: <([^@>]*)/m.exec(mail.text)?.[1] ?? "";
    const isLost = faults.comes("response_lost", HOST);
    const mayRepeat = repeatsOf(currentLife(), isLost);
    await leave(this.#host, { where: `mail ${id}`, delayMs: random.whole(5, 80) }, () => {
      for (const to of mail.to)
        this.#receivers.note({ host: to, id, text: decodeText(mail.text), mayRepeat });
      if (!isLost) say("250 Accepted");
    });
    Object.assign(mail, { to: [], text: "", isBody: false });
  }
}

function decodeText(text: string): string {
  return text
    .replaceAll("=\n", "")
    .replaceAll(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
}

interface Mail {
  to: string[];
  text: string;
  isBody: boolean;
}
