/** The person or channel that a step notifies. */
export type Recipient = { userId: number; email: string } | { channelId: number; name: string };

export function describeRecipient(recipient: Recipient): string {
  return "userId" in recipient ? recipient.email : recipient.name;
}
