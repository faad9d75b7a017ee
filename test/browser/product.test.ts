import { afterEach, describe, expect, it } from "vitest";
import { PanelClient } from "../system/panel_client.ts";
import { type OwnProduct, startProduct } from "./product.ts";

interface Made {
  id: number;
}

describe("the product shared by the files of a process", () => {
  let product: OwnProduct;

  afterEach(async () => {
    await product.stop();
  });

  const readPage = async () => await (await fetch(`${product.address}/api/v1/public/page`)).text();

  it("keeps nothing of the previous file: no user, no id, and no cached page", async () => {
    product = await startProduct();
    const before = await PanelClient.open(product.address);
    const config = { url: product.address };
    const made = await before.post<Made>("/api/v1/admin/monitors", {
      name: "Old shop",
      type: "https",
      config,
    });
    const card = { id: "shop", type: "monitor", monitorId: made.id };
    const tree = { id: "root", type: "page", children: [card] };
    await before.send("PUT", "/api/v1/admin/layout", { tree });
    expect(await readPage()).toContain("Old shop");
    await product.stop();

    product = await startProduct();
    const page = await readPage();
    expect(page).toContain("Status Page");
    expect(page).not.toContain("Old shop");
    const status = await fetch(`${product.address}/api/v1/setup/status`);
    expect(await status.json()).toMatchObject({ required: true });
    const after = await PanelClient.open(product.address);
    expect(await after.get("/api/v1/admin/monitors")).toEqual([]);
    const next = await after.post<Made>("/api/v1/admin/monitors", { name: "Shop", type: "https", config });
    expect(next.id).toBe(made.id);
  });

  it("has the variables of the file that sets them, and of no other", async () => {
    const missing = async () => {
      const client = await PanelClient.open(product.address);
      return await client.get("/api/v1/admin/subscribers/settings");
    };
    product = await startProduct({ variables: { PUBLIC_URL: "" } });
    expect(await missing()).toMatchObject({ missing: ["smtp", "publicUrl"] });
    await product.stop();
    product = await startProduct();
    expect(await missing()).toMatchObject({ missing: ["smtp"] });
  });

  it("can be set up without PUBLIC_URL, and without a warning", async () => {
    product = await startProduct({ variables: { PUBLIC_URL: "" } });
    const status = await fetch(`${product.address}/api/v1/setup/status`);
    expect(await status.json()).toEqual({ required: true, problems: [] });
  });
});
