interface Mailbox {
  address: string;
  name: string;
}

/** One mail to all of its receivers at once. */
export interface Mail {
  /** Without the brackets; the same at every attempt. */
  messageId: string;
  to: readonly string[];
  subject: string;
  text: string;
  html: string;
  headers?: Readonly<Record<string, string>>;
}

export interface SmtpServer {
  host: string;
  port: number;
  /** TLS from the start; else STARTTLS where the server offers it. */
  secure: boolean;
  user: string;
  password: string;
  from: Mailbox;
}
