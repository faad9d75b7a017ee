import { afterAll, beforeAll, expect, it } from "vitest";
import type { Monitor } from "../../src/schema/monitor.ts";
import { eventually } from "../eventually.ts";
import { STORY } from "../story.ts";
import { PanelClient } from "./panel_client.ts";
import { type Product, startProduct } from "./start/product.ts";
import { startTarget, type Target } from "./target.ts";

const ADMIN = "/api/v1/admin";
let target: Target;
let product: Product;
let panel: PanelClient;

beforeAll(async () => {
  [target, product] = await Promise.all([startTarget(), startProduct()]);
  panel = await PanelClient.open(product.address);
  await panel.post(`${ADMIN}/notifications/channels`, {
    name: "Pager",
    type: "webhook",
    allMonitors: true,
    config: {
      url: `${target.address}/pager`,
      signingSecret: "a secret",
      body: '{ "text": "{{monitor_name}} {{status}}: {{error_message}}" }',
    },
  });
});

afterAll(async () => {
  await product?.stop();
  await target?.close();
});

const alerts = () => target.posted.map(({ body }) => (JSON.parse(body) as { text: string }).text).toSorted();

it("each failing or hanging target of one invocation is alerted once", STORY, async () => {
  // Five monitors of one watch with one interval start together.
  for (const name of ["a", "b", "c", "failing", "hanging"])
    await panel.post(`${ADMIN}/monitors`, {
      name,
      type: "https",
      intervalSecs: 10,
      timeoutMs: 2000,
      config: { url: `${target.address}/${name}` },
    });
  const statuses = async () =>
    (await panel.get<Monitor[]>(`${ADMIN}/monitors`)).map(({ currentStatus }) => currentStatus);
  await eventually(async () => expect(await statuses()).toEqual(Array(5).fill("up")));

  target.failing.add("/failing");
  target.hanging.add("/hanging");
  await eventually(() => expect(alerts()).toHaveLength(2));
  expect(alerts()).toEqual([
    expect.stringMatching(/^failing down: .*503/),
    expect.stringMatching(/^hanging down: .*2000 ms/),
  ]);
  expect(await statuses()).toEqual(["up", "up", "up", "down", "down"]);

  target.failing.clear();
  target.hanging.clear();
  await eventually(async () => expect(await statuses()).toEqual(Array(5).fill("up")));
  await eventually(() => expect(alerts()).toHaveLength(4));
  expect(alerts().map((text) => text.split(":")[0])).toEqual([
    "failing down",
    "failing up",
    "hanging down",
    "hanging up",
  ]);
});
