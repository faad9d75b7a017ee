import { listMonitorTypes } from "../../api/monitor.ts";
import { createTypeNames } from "../../type_names.ts";

export const { known: monitorTypes, labelOf: typeLabel } = createTypeNames(listMonitorTypes);
