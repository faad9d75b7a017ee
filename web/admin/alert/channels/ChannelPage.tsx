import { createLoad } from "../../../lib/load.ts";
import { numberIn, place } from "../../../lib/router.ts";
import { LoadedPage } from "../../../ui/LoadedPage.tsx";
import { getChannel, listChannelKinds, listChannels } from "../../api/channel.ts";
import { text } from "../../text/channel.ts";
import { text as shell } from "../../text/shell.ts";
import { ChannelForm } from "./ChannelForm.tsx";

export default function ChannelPage() {
  const id = numberIn(place().path);
  const found = createLoad(async (signal) => {
    const [kinds, stored, others] = await Promise.all([
      listChannelKinds(signal),
      id === 0 ? null : getChannel(signal, id),
      id === 0 ? listChannels(signal) : [],
    ]);
    return { kinds, stored, isFirst: id === 0 && others.length === 0 };
  });
  const title = () => {
    const name = found.data()?.stored?.name;
    return name ? text.editTitle(name) : shell.pages.editChannel;
  };
  return (
    <LoadedPage
      title={id === 0 ? text.newTitle : title()}
      back={{ href: "/admin/channels", label: text.title }}
      load={found}
    >
      {(data) => <ChannelForm {...data()} />}
    </LoadedPage>
  );
}
