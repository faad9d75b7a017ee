import type { ContactVia } from "../../schema/contact.ts";

export type Recipient = Person | { channelId: number; name: string };

interface Person {
  userId: number;
  email: string;
  via?: ContactVia;
}

export function describeRecipient(recipient: Recipient): string {
  if (!("userId" in recipient)) return recipient.name;
  const { email, via = "email" } = recipient;
  return via === "email" ? email : `${email} (${via})`;
}

export function recipientKey(recipient: Recipient): string {
  if (!("userId" in recipient)) return `c${recipient.channelId}`;
  const { userId, via = "email" } = recipient;
  return via === "email" ? `u${userId}` : `u${userId}-${via}`;
}
