import type { Config } from "../lib/config.ts";

interface Preset {
  name: string;
  config: Config;
}

function preset(name: string, url: string, { body, ...more }: { body: object } & Config): Preset {
  return { name, config: { url, method: "POST", headers: {}, ...more, body: JSON.stringify(body, null, 2) } };
}

const ATTACHMENT = {
  fallback: "{{title}}",
  color: "{{color}}",
  title: "{{title}}",
  title_link: "{{link}}",
  text: "{{summary}}",
};

export const WEBHOOK_PRESETS: readonly Preset[] = [
  preset("PagerDuty", "https://events.pagerduty.com/v2/enqueue", {
    headers: { "X-Routing-Key": "YOUR_INTEGRATION_KEY" },
    body: {
      event_action: "{{event_action}}",
      dedup_key: "uptide-{{event_group}}-{{monitor_key}}",
      payload: {
        summary: "{{title}}",
        source: "{{site_name}}",
        severity: "{{severity}}",
        timestamp: "{{checked_at}}",
        component: "{{monitor_name}}",
        class: "{{event_type}}",
        custom_details: {
          summary: "{{summary}}",
          duration: "{{duration}}",
          url: "{{url}}",
          link: "{{link}}",
        },
      },
    },
  }),
  preset("Opsgenie", "https://api.opsgenie.com/v2/alerts", {
    headers: { Authorization: "GenieKey YOUR_API_KEY" },
    body: {
      message: "{{title}}",
      alias: "uptide-{{event_group}}-{{monitor_key}}",
      description: "{{summary}}",
      source: "{{site_name}}",
      details: { status: "{{status}}", duration: "{{duration}}", url: "{{url}}", link: "{{link}}" },
    },
  }),
  preset(
    "Google Chat",
    "https://chat.googleapis.com/v1/spaces/YOUR_SPACE/messages?key=YOUR_KEY&token=YOUR_TOKEN",
    { body: { text: "*{{title}}*\n{{summary}}\n{{link}}" } },
  ),
  preset(
    "Matrix",
    "https://YOUR-MATRIX-SERVER.example/_matrix/client/v3/rooms/YOUR_ROOM_ID/send/m.room.message/{{event_id}}",
    {
      method: "PUT",
      headers: { Authorization: "Bearer YOUR_ACCESS_TOKEN" },
      body: { msgtype: "m.text", body: "{{title}}\n{{summary}}\n{{link}}" },
    },
  ),
  preset("Mattermost", "https://YOUR-MATTERMOST-SERVER.example/api/v4/posts", {
    headers: { Authorization: "Bearer YOUR_BOT_TOKEN" },
    body: { channel_id: "YOUR_CHANNEL_ID", props: { attachments: [ATTACHMENT] } },
  }),
  preset("Gotify", "https://YOUR-GOTIFY-SERVER.example/message", {
    headers: { "X-Gotify-Key": "YOUR_APP_TOKEN" },
    body: { title: "{{title}}", message: "{{summary}}", priority: 8 },
  }),
  preset("Rocket.Chat", "https://YOUR-ROCKET-CHAT-SERVER.example/api/v1/chat.postMessage", {
    headers: { "X-Auth-Token": "YOUR_TOKEN", "X-User-Id": "YOUR_USER_ID" },
    body: { channel: "#YOUR_CHANNEL", alias: "Uptide", attachments: [ATTACHMENT] },
  }),
];
