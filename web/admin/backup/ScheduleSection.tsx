import type { BackupOverview } from "../../../src/schema/backup.ts";
import { createLoad } from "../../lib/load.ts";
import { Fact } from "../../ui/Facts.tsx";
import { Loaded } from "../../ui/Loaded.tsx";
import { RelativeTime } from "../../ui/RelativeTime.tsx";
import { getBackupSettings } from "../api/backup.ts";
import { text } from "../text/backup.ts";
import { ScheduleForm } from "./ScheduleForm.tsx";

export function ScheduleSection(props: { overview: BackupOverview | undefined; onSaved: () => void }) {
  const settings = createLoad(getBackupSettings);
  return (
    <Loaded load={settings}>
      {(stored) => (
        <ScheduleForm load={settings} stored={stored()} onSaved={() => props.onSaved()}>
          <dl class="facts">
            <Fact label={text.schedule.last}>
              <RelativeTime at={props.overview?.lastSuccessAt ?? null} absent={text.schedule.never} />
            </Fact>
            <Fact label={text.schedule.next}>
              <RelativeTime at={props.overview?.nextAt ?? null} absent={text.schedule.none} />
            </Fact>
          </dl>
        </ScheduleForm>
      )}
    </Loaded>
  );
}
