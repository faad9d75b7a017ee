import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Monitor } from "../../src/schema/monitor.ts";
import { type HttpPeer, startHttp } from "../system/http_peer.ts";
import { hasChromium, launch, lookAt } from "./chromium.ts";
import { press, seeHeading } from "./deeds.ts";
import { checkNow, endStories, makeCall, openAdmin } from "./panel_fixture.ts";
import { type Product, startProduct } from "./product.ts";

const PAGE = '<h1 id="boom">Something went wrong</h1>\n<script>document.title = "run"</script>';

describe.skipIf(!hasChromium)("expectations for an https response in the panel, in Chromium", () => {
  let product: Product;
  let browser: Browser;
  let admin: Page;
  let peer: HttpPeer;

  beforeAll(async () => {
    const answers = startHttp((_, response) => response.writeHead(200, { "X-A": "b" }).end(PAGE));
    [product, browser, peer] = await Promise.all([startProduct(), launch(), answers]);
    admin = await openAdmin(browser, product);
  });

  endStories(() => product);

  afterAll(async () => {
    await peer?.stop();
  });

  const call = makeCall(() => admin);

  it("include options for a keyword once there is one, and a failing response is shown as text", async () => {
    await admin.goto("/admin/monitors/new");
    await seeHeading(admin, "Add a monitor");
    await admin.getByLabel("Name", { exact: true }).fill("Front page");
    await admin.getByLabel("URL", { exact: true }).fill(peer.origin);
    expect(await admin.getByLabel("Keyword must be absent").count()).toBe(0);
    await admin.getByLabel("Keyword", { exact: true }).fill("went wrong");
    await admin.getByLabel("Keyword must be absent").check({ force: true });
    await admin.getByLabel("Keyword fails as").selectOption("down");
    await admin.getByText("More settings", { exact: true }).click();
    await admin.getByLabel("Keep the body of a failing response").check({ force: true });
    await press(admin, "Test");
    const said = admin.getByRole("region", { name: "Response body" });
    await said.getByText("<script>").waitFor();
    await lookAt(admin, "https-form");
    await press(admin, "Add monitor");
    await seeHeading(admin, "Front page");
    const [{ id, config } = { id: 0, config: {} }] = await call<Monitor[]>("GET", "/monitors");
    expect(config).toMatchObject({ keywordAbsent: true, keywordFailsAs: "down", keepBody: true });
    expect(config).not.toHaveProperty("invert");
    await checkNow(call, "Front page");
    await admin.goto(`/admin/monitors/${id}`);
    await said.getByText("<script>").waitFor();
    expect(await said.innerText()).toContain(PAGE);
    expect(await admin.locator("#boom").count()).toBe(0);
    await lookAt(admin, "https-failure");
  });

  it("offer to keep the response of a failure that was recorded without it", async () => {
    const config = { url: peer.origin, keyword: "went wrong", keywordAbsent: true };
    const { id } = await call("POST", "/monitors", { name: "Side door", type: "https", config });
    await checkNow(call, "Side door");
    await admin.goto(`/admin/monitors/${id}`);
    await admin.getByText("The response body wasn't kept.").waitFor();
    await lookAt(admin, "https-failure-without-body");
    await admin.getByRole("link", { name: "Keep it from now on" }).click();
    await seeHeading(admin, "Edit Side door");
    await admin.getByLabel("Keep the body of a failing response").check({ force: true });
  });
});
