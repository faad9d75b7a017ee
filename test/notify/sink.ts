import { createServer, type IncomingHttpHeaders, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { onTestFinished } from "vitest";
import type { AlertMessage } from "../../src/domain/alert/message.ts";
import type { Config } from "../../src/lib/config.ts";
import type { Mail } from "../../src/notify/mail.ts";
import { formatMail, parseMailAddress } from "../../src/notify/mime.ts";
import { findChannelType } from "../../src/notify/registry.ts";
import { AT } from "./messages.ts";

interface Received {
  method: string;
  path: string;
  headers: IncomingHttpHeaders;
  body: string;
}

interface Answer {
  status?: number;
  headers?: Record<string, string>;
  body?: string;
}

interface Sink {
  url: string;
  received: Received[];
  fetch: typeof fetch;
}

export async function openSink(answer: Answer | RequestListener = {}): Promise<Sink> {
  const received: Received[] = [];
  const server = createServer(async (request, response) => {
    const { method = "", url = "", headers } = request;
    let body = "";
    request.setEncoding("utf8");
    for await (const part of request) body += part;
    received.push({ method, path: url, headers, body });
    if (typeof answer === "function") answer(request, response);
    else response.writeHead(answer.status ?? 200, answer.headers).end(answer.body ?? "");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url: origin,
    received,
    fetch: (input, init) => {
      const { pathname, search } = new URL(String(input));
      return fetch(`${origin}${pathname}${search}`, init);
    },
  };
}

interface Options {
  message: AlertMessage;
  sink?: Pick<Sink, "fetch">;
  now?: number;
  signal?: AbortSignal;
  mails?: Mail[];
}

export async function send(type: string, config: Config, options: Options): Promise<void> {
  const { message, sink, now = AT, signal = AbortSignal.timeout(10_000), mails = [] } = options;
  const channelType = findChannelType(type)!;
  await channelType.send({
    config: channelType.config.parse(config),
    message,
    now,
    signal,
    fetch: sink?.fetch ?? fetch,
    async sendMail(mail) {
      const to = mail.to.map((address) => parseMailAddress(address)!);
      formatMail(mail, { from: parseMailAddress("status@example.com")!, fromName: "", to, now });
      mails.push(mail);
    },
  });
}
