/** Who a delivery of an on-call channel is for. */
export type Recipient = { userId: number; email: string } | { channelId: number; name: string };

export function describeRecipient(recipient: Recipient): string {
  return "userId" in recipient ? recipient.email : recipient.name;
}
