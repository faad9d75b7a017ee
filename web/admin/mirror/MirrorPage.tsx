import { onCleanup } from "solid-js";
import { createLoad, followUntil } from "../../lib/load.ts";
import { LoadedPage } from "../../ui/LoadedPage.tsx";
import { getMirror } from "../api/mirror.ts";
import { OnPage } from "../page/pages/OnPage.tsx";
import { text } from "../text/mirror.ts";
import { FailoverSection } from "./FailoverSection.tsx";
import { MirrorSettings } from "./MirrorSettings.tsx";
import { StateSection } from "./StateSection.tsx";

const EVERY_MS = 15_000;
const WAITING_MS = 2000;

export default function MirrorPage() {
  return <OnPage part="static-copy">{() => <StaticCopy />}</OnPage>;
}

function StaticCopy() {
  const mirror = createLoad(getMirror);
  const timer = setInterval(() => document.hidden || mirror.reload(), EVERY_MS);
  onCleanup(() => clearInterval(timer));
  followUntil(mirror, {
    isOver: ({ status }) =>
      status.state !== "waiting" && (status.filesLeft === 0 || status.lastError !== null),
    everyMs: WAITING_MS,
    onOver: () => {},
  });
  return (
    <LoadedPage title={text.title} lead={text.lead} load={mirror}>
      {(stored) => (
        <>
          <StateSection stored={stored()} />
          <MirrorSettings load={mirror} stored={stored()} />
          <FailoverSection />
        </>
      )}
    </LoadedPage>
  );
}
