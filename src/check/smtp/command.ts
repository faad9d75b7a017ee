import { utf8 } from "../../lib/bytes.ts";
import type { Line } from "../../lib/wire/dial.ts";
import { quoteReply, type Reply, readReply } from "../../lib/wire/smtp.ts";
import { WireError } from "../../lib/wire/wire_error.ts";

interface SmtpCommand {
  say?: string;
  wants: readonly number[];
  refusal: string;
  advice?: string;
  secrets?: readonly string[];
}

export async function ask(line: Line, { say, wants, refusal, ...more }: SmtpCommand): Promise<Reply> {
  const { advice = "check the server", secrets = [] } = more;
  if (say !== undefined) await line.write(utf8(`${say}\r\n`));
  const reply = await readReply(line.reader, secrets);
  if (wants.includes(reply.code)) return reply;
  throw new WireError("refused", `${refusal} (${quoteReply(reply, secrets)}): ${advice}.`);
}
