import { listMonitorTypes } from "../api/monitor.ts";
import { createTypeNames } from "../api/type_names.ts";

export const { known: monitorTypes, labelOf: typeLabel } = createTypeNames(listMonitorTypes);
