import type { Accessor } from "solid-js";
import { createLoad, type Load } from "../../../lib/load.ts";
import { listActions } from "../../api/action.ts";
import { listChannels } from "../../api/channel.ts";
import { listMonitors } from "../../api/monitor.ts";
import { getSmtp } from "../../api/smtp.ts";
import { text } from "../../text/vault.ts";
import { refersTo, type VaultPart } from "./refers_to.ts";

export function createUsers(wanted: Accessor<VaultPart>): Load<string[]> {
  return createLoad(async (signal, one) => {
    const lists = await Promise.all([listMonitors(signal), listChannels(signal), listActions(signal)]);
    const smtp = await getSmtp(signal);
    const users = lists.flat().filter(({ config }) => refersTo(config, one));
    return [...users.map(({ name }) => name), ...(refersTo(smtp, one) ? [text.mailServer] : [])];
  }, wanted);
}
