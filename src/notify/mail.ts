interface Mailbox {
  address: string;
  name: string;
}

export interface Mail {
  /** Without angle brackets; the same at every attempt. */
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
  secure: boolean;
  user: string;
  password: string;
  hidden?: readonly string[];
  from: Mailbox;
}
