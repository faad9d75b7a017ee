import { sql } from "drizzle-orm";
import type { Statement } from "./db.ts";

const INSERTED = sql`(SELECT max(id) FROM monitors)`;

interface CopiedLinks {
  channels: boolean;
  actions: boolean;
}

export function copyLinks(fromId: number, { channels, actions }: CopiedLinks): Statement[] {
  return [
    sql`
      INSERT INTO monitor_dependencies (monitor_id, depends_on_id)
      SELECT ${INSERTED}, depends_on_id FROM monitor_dependencies WHERE monitor_id = ${fromId}`,
    ...(channels
      ? [
          sql`
            INSERT INTO monitor_channels (monitor_id, channel_id)
            SELECT ${INSERTED}, channel_id FROM monitor_channels WHERE monitor_id = ${fromId}`,
        ]
      : []),
    ...(actions
      ? [
          sql`
            INSERT INTO action_links (monitor_id, action_id, on_status, delay_minutes, cooldown_minutes)
            SELECT ${INSERTED}, action_id, on_status, delay_minutes, cooldown_minutes
            FROM action_links WHERE monitor_id = ${fromId}`,
        ]
      : []),
  ];
}
