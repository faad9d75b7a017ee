import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type FakeSmtp, startFakeSmtp } from "../system/fake_smtp.ts";
import { hasChromium, launch, lookAt, openPerson } from "./chromium.ts";
import { codeOf, press, seeHeading, signIn, signOut, visit } from "./deeds.ts";
import { ADMIN, endStories, makeCall, openAdmin } from "./panel_fixture.ts";
import { type Product, startProduct } from "./product.ts";
import { mailsTo } from "./reader.ts";

const OLGA = { email: "olga@example.com", password: "chosen by olga" };
const call = makeCall(() => admin);
let admin: Page;

describe.skipIf(!hasChromium)("account emails, in Chromium", () => {
  let product: Product;
  let browser: Browser;
  let smtp: FakeSmtp;
  let olga: Page;

  beforeAll(async () => {
    [product, browser, smtp] = await Promise.all([startProduct(), launch(), startFakeSmtp()]);
    admin = await openAdmin(browser, product);
    olga = await openPerson(browser, product.address);
  });

  endStories(() => product);

  afterAll(async () => {
    await smtp?.stop();
  });

  async function linkIn(count: number): Promise<string> {
    await expect.poll(() => mailsTo(smtp, OLGA.email).length).toBe(count);
    const mail = mailsTo(smtp, OLGA.email).at(-1)?.replaceAll("=3D", "=") ?? "";
    return /http:\/\/127\.0\.0\.1:\d+\/admin\/password#token=[\w-]{43}/.exec(mail)?.[0] ?? "no link";
  }

  it("are offered only once email can be sent", async () => {
    await olga.goto("/admin/login");
    await olga.getByLabel("Email address").waitFor();
    expect(await olga.getByText("Forgot password?").count()).toBe(0);
    await visit(admin, "/admin/users");
    await press(admin, "Add user");
    await admin.getByText("Email invitations need an email server").waitFor();
    expect(await admin.getByLabel("Email invitation").count()).toBe(0);
    const mail = { host: "127.0.0.1", port: smtp.port, fromAddress: "status@example.com" };
    await call("PUT", "/notifications/smtp", mail);
  });

  it("invite a user, even if the panel learns late that email works", async () => {
    const { promise: isFilledIn, resolve: tellFilledIn } = Promise.withResolvers<void>();
    await admin.route("**/api/v1/auth/config", async (route) => {
      await isFilledIn;
      await route.continue();
    });
    await visit(admin, "/admin/users");
    await press(admin, "Add user");
    const dialog = admin.getByRole("dialog");
    await dialog.getByLabel("Email address").fill(OLGA.email);
    await dialog.getByLabel("Operator").check();
    tellFilledIn();
    await dialog.getByLabel("Email invitation").waitFor();
    await admin.unrouteAll({ behavior: "wait" });
    await lookAt(admin, "user-invite");
    await press(dialog, "Add user");
    await admin.getByText(`Invitation sent to ${OLGA.email}.`).waitFor();
    await admin.getByText("Invited", { exact: true }).waitFor();
    await lookAt(admin, "users-invited");
  });

  it("lead to setting a password and signing in", async () => {
    const link = await linkIn(1);
    await olga.goto(link);
    await seeHeading(olga, "Welcome: set your password");
    expect(await olga.getByLabel("Email address").inputValue()).toBe(OLGA.email);
    await lookAt(olga, "set-password");
    await olga.getByRole("textbox", { name: "New password" }).fill(OLGA.password);
    await press(olga, "Set password");
    await seeHeading(olga, "Your password is set");
    await lookAt(olga, "password-is-set");
    await olga.getByRole("link", { name: "Sign in" }).click();
    await signIn(olga, OLGA);
    await seeHeading(olga, "Dashboard");
    await olga.goto("about:blank");
    await olga.goto(link);
    await seeHeading(olga, "This link has expired");
    await lookAt(olga, "link-out-of-date");
  });

  it("reset a forgotten password", async () => {
    await olga.goto("/admin");
    await signOut(olga);
    await lookAt(olga, "sign-in-forgotten");
    await olga.getByRole("link", { name: "Forgot password?" }).click();
    await seeHeading(olga, "Forgot password");
    await olga.getByLabel("Email address").fill(OLGA.email);
    await lookAt(olga, "forgotten-password");
    await press(olga, "Send reset link");
    await olga.getByText(`If ${OLGA.email} has an account`).waitFor();
    await lookAt(olga, "forgotten-password-asked");
    await olga.goto(await linkIn(2));
    await seeHeading(olga, "Set a new password");
    OLGA.password = "remembered from now on";
    await olga.getByRole("textbox", { name: "New password" }).fill(OLGA.password);
    await press(olga, "Set password");
    await olga.getByRole("link", { name: "Sign in" }).click();
    await signIn(olga, OLGA);
    await seeHeading(olga, "Dashboard");
  });

  it("are on hold after an operator changes the email server, until an administrator confirms", async () => {
    const stopped = (person: Page) => person.getByText("Password resets and invitations are on hold");
    await visit(olga, "/admin/mail");
    await olga.getByText("If you change these settings").waitFor();
    await lookAt(olga, "mail-server-of-operator");
    await olga.getByLabel("Name").fill("Olga's own");
    await press(olga, "Save");
    await stopped(olga).waitFor();
    await olga.getByText("Ask an administrator to confirm the settings").waitFor();

    await visit(admin, "/admin/users");
    await stopped(admin).waitFor();
    await lookAt(admin, "users-unconfirmed-mail");
    await admin.getByRole("link", { name: "Review email server" }).click();
    await seeHeading(admin, "Email server");
    await admin.getByText(`Changed by ${OLGA.email} on`).getByText("sender name").waitFor();
    await lookAt(admin, "mail-server-unconfirmed");
    await press(admin, "Save");
    await stopped(admin).waitFor({ state: "detached" });
    await visit(olga, "/admin");
  });

  it("aren't enough once a second factor is required", async () => {
    await visit(admin, "/admin/users");
    await press(admin, "Require for all users");
    const dialog = admin.getByRole("dialog");
    await dialog.getByText("You haven't set it up yourself").waitFor();
    await dialog.getByLabel("Current password").fill(ADMIN.password);
    await lookAt(admin, "require-two-factor");
    await press(dialog, "Require for all users");
    await setUpTwoFactor(admin, ADMIN.password);
    await seeHeading(admin, "Users");
    await admin.getByText("Required", { exact: true }).waitFor();
    await lookAt(admin, "users-two-factor-required");

    await setUpTwoFactor(olga, OLGA.password);
    await seeHeading(olga, "Dashboard");
  });

  async function setUpTwoFactor(person: Page, password: string): Promise<void> {
    await seeHeading(person, "Set up two-factor authentication");
    await lookAt(person, "two-factor-required");
    await press(person, "Set up");
    const dialog = person.getByRole("dialog");
    await dialog.getByLabel("Current password").fill(password);
    await press(dialog, "Continue");
    const secret = await dialog.getByLabel("Or enter this key in the app").inputValue();
    await dialog.getByLabel("Code", { exact: true }).fill(codeOf(secret, Date.now()));
    await press(dialog, "Verify and turn on");
    await person.getByLabel("I've saved them").check();
    await press(person, "Done");
  }
});
