import { listChannelKinds } from "./channel.ts";
import { createTypeNames } from "./type_names.ts";

export const { labelOf: channelLabel } = createTypeNames(listChannelKinds);
