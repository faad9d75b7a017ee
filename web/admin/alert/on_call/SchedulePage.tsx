import { ApiError } from "../../../lib/api.ts";
import { createLoad } from "../../../lib/load.ts";
import { numberIn, place } from "../../../lib/router.ts";
import { LoadedPage } from "../../../ui/LoadedPage.tsx";
import { listOnCallPeople, listSchedules } from "../../api/schedule.ts";
import { text } from "../../text/on_call.ts";
import { text as shell } from "../../text/shell.ts";
import { ScheduleForm } from "./ScheduleForm.tsx";

export default function SchedulePage() {
  const id = numberIn(place().path);
  const found = createLoad(async (signal) => {
    const [people, schedules] = await Promise.all([listOnCallPeople(signal), listSchedules(signal)]);
    const stored = schedules.find((schedule) => schedule.id === id) ?? null;
    if (id !== 0 && !stored) throw new ApiError(404, { error: text.missing });
    return { people, stored };
  });
  const title = () => {
    const name = found.data()?.stored?.name;
    return name ? text.editTitle(name) : shell.pages.editSchedule;
  };
  return (
    <LoadedPage
      title={id === 0 ? text.newTitle : title()}
      back={{ href: "/admin/on-call", label: text.title }}
      load={found}
    >
      {(data) => <ScheduleForm stored={data().stored} people={data().people} />}
    </LoadedPage>
  );
}
