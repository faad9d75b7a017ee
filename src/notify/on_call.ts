import { ON_CALL, onCallConfig, onCallDocumentConfig } from "../schema/on_call_channel.ts";
import { channelType } from "./channel_type.ts";
import { SendFault } from "./send_fault.ts";

export const onCall = channelType({
  type: ON_CALL,
  label: "On call",
  config: onCallConfig,
  documentConfig: onCallDocumentConfig,
  presets: [],
  filled: [],
  vaultSpots: [],
  sendsMail: true,
  findSecrets: () => [],
  destinationOf: () => "",
  async send() {
    throw new SendFault("This message has no one to notify.", { isPermanent: true });
  },
});
