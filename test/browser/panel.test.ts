import type { Browser, Page } from "playwright-core";
import { beforeAll, describe, expect, it } from "vitest";
import { hasChromium, launch, lookAt, openPerson } from "./chromium.ts";
import {
  addUser,
  codeOf,
  focused,
  follow,
  press,
  replacePassword,
  seeHeading,
  signIn,
  signOut,
} from "./deeds.ts";
import { ADMIN, endStories } from "./panel_fixture.ts";
import { type Product, startProduct } from "./product.ts";

const OPERATOR = { email: "otto@example.com", password: "staple under the tide" };
const DESIGNER = { email: "dora@example.com", password: "colours of the morning" };

describe.skipIf(!hasChromium)("signing in to the panel, in Chromium", () => {
  let product: Product;
  let browser: Browser;
  let admin: Page;

  beforeAll(async () => {
    [product, browser] = await Promise.all([startProduct(), launch()]);
    admin = await openPerson(browser, product.address);
  });

  endStories(() => product);

  it("leads through the wizard of an empty instance to the dashboard", async () => {
    await admin.goto("/admin/users");
    await admin.waitForURL("**/admin/setup");
    await seeHeading(admin, "Set up Uptide");
    await lookAt(admin, "setup");

    await admin.getByLabel("Email address").fill(ADMIN.email);
    await admin.getByLabel("Password", { exact: true }).fill("short");
    await press(admin, "Create administrator");
    await admin.getByText("Use at least 8 characters.").waitFor();
    expect(await admin.getByLabel("Email address").inputValue()).toBe(ADMIN.email);
    expect(await admin.getByLabel("Password", { exact: true }).getAttribute("aria-invalid")).toBe("true");

    await admin.getByLabel("Password", { exact: true }).fill(ADMIN.password);
    await press(admin, "Create administrator");
    await seeHeading(admin, "Dashboard");
    await lookAt(admin, "dashboard");

    await admin.goto("/admin/setup");
    await seeHeading(admin, "Dashboard");
  });

  it("makes a new user replace the temporary password, and opens the pages of their role", async () => {
    await follow(admin, "Users");
    await press(admin, "Add user");
    await admin.getByLabel("Email address").fill("nonsense");
    expect(await admin.getByRole("dialog").getByRole("radio", { checked: true }).count()).toBe(0);
    await press(admin.getByRole("dialog"), "Add user");
    await admin.getByText("Choose a role.").waitFor();
    await lookAt(admin, "users-add");
    await admin.getByText("Use an email address, such as you@example.com.").waitFor();
    await admin.getByRole("button", { name: "Close" }).click();

    const operator = await openPerson(browser, product.address);
    const temporary = await addUser(admin, OPERATOR.email, "Operator", async () => {
      await lookAt(admin, "users-added");
    });
    await operator.goto("/admin");
    await signIn(operator, { email: OPERATOR.email, password: temporary });
    await seeHeading(operator, "Choose your password");
    await lookAt(operator, "forced-password");
    await replacePassword(operator, temporary, OPERATOR.password);
    await seeHeading(operator, "Dashboard");
    expect(
      await operator.getByRole("navigation", { name: "Panel" }).getByRole("link").allInnerTexts(),
    ).toEqual([
      "Dashboard",
      "Monitors",
      "Incidents",
      "Maintenance",
      "Reports",
      "Configuration",
      "API",
      "Channels",
      "Deliveries",
      "On call",
      "Email server",
      "Branding",
      "Page builder",
      "Status pages",
      "Localization",
      "Subscribers",
      "Feeds and badges",
    ]);

    await operator.goto("/admin/users");
    await operator.waitForURL("**/admin");
    await seeHeading(operator, "Dashboard");
    await operator.context().close();
    await lookAt(admin, "users");
  });

  it("redirects users to their own first page from one they can't open", async () => {
    const designer = await openPerson(browser, product.address);
    const password = await addUser(admin, DESIGNER.email, "Branding");
    await designer.goto("/admin/audit?user=ada");
    await designer.waitForURL("**/admin/login?returnTo=%2Fadmin%2Faudit%3Fuser%3Dada");
    await signIn(designer, { email: DESIGNER.email, password });
    await replacePassword(designer, password, DESIGNER.password);
    await designer.waitForURL("**/admin/branding");
    await seeHeading(designer, "Branding");
    await designer.context().close();

    const viewer = await openPerson(browser, product.address);
    const first = await addUser(admin, "vera@example.com", "Viewer");
    await viewer.goto("/admin/tokens");
    await signIn(viewer, { email: "vera@example.com", password: first });
    await replacePassword(viewer, first, "only looking around");
    await seeHeading(viewer, "This status page isn't set up yet");
    await viewer.goto("/admin/users");
    await seeHeading(viewer, "This status page isn't set up yet");
    await viewer.context().close();
  });

  it("turns on two-factor authentication, and asks for the code at the next sign-in", async () => {
    const operator = await openPerson(browser, product.address);
    await operator.goto("/admin/account?tab=two-factor");
    await signIn(operator, OPERATOR);
    await operator.waitForURL("**/admin/account?tab=two-factor");
    await lookAt(operator, "account-two-factor");
    await press(operator, "Turn on");
    await operator.getByLabel("Current password").fill("not this one");
    await press(operator, "Continue");
    await operator.getByText("The current password is wrong.").waitFor();
    await operator.getByLabel("Current password").fill(OPERATOR.password);
    await press(operator, "Continue");
    await operator.getByRole("img", { name: "QR code" }).waitFor();
    await lookAt(operator, "account-two-factor-scan");
    const secret = await operator.getByLabel("Or enter this key in the app").inputValue();
    await operator.getByLabel("Code", { exact: true }).fill(codeOf(secret, Date.now()));
    await press(operator, "Verify and turn on");
    await operator.getByText("Save your recovery codes").waitFor();
    expect(await operator.locator(".codes li").count()).toBe(8);
    const recoveryCode = (await operator.locator(".codes li").first().innerText()).trim();
    await lookAt(operator, "account-recovery-codes");
    await operator.getByLabel("I've saved them").check();
    await press(operator, "Done");

    await signOut(operator);
    await signIn(operator, OPERATOR);
    await seeHeading(operator, "Enter your code");
    await lookAt(operator, "login-code");
    await operator.getByLabel("Code", { exact: true }).fill("000000");
    await press(operator, "Verify");
    await operator.getByText("Wrong code.").waitFor();
    await operator.getByLabel("Code", { exact: true }).fill(codeOf(secret, Date.now() + 30_000));
    await press(operator, "Verify");
    await seeHeading(operator, "Dashboard");

    await signOut(operator);
    await signIn(operator, OPERATOR);
    await press(operator, "Use a recovery code instead");
    await operator.getByLabel("Recovery code").fill(recoveryCode);
    await press(operator, "Verify");
    await seeHeading(operator, "Dashboard");
    await operator.context().close();
  });

  it("asks to sign in again when the session is ended elsewhere, and returns to the page", async () => {
    const elsewhere = await openPerson(browser, product.address);
    await elsewhere.goto("/admin/users");
    await signIn(elsewhere, { email: ADMIN.email, password: "not this one" });
    await elsewhere.getByText("Wrong email address or password.").waitFor();
    const hasFocus = (it: Element) => it === document.activeElement;
    expect(await elsewhere.getByLabel("Password", { exact: true }).evaluate(hasFocus)).toBe(true);
    await signIn(elsewhere, ADMIN);
    await seeHeading(elsewhere, "Users");

    await admin.goto("/admin/account?tab=sessions");
    await admin.getByText("This session").waitFor();
    await lookAt(admin, "account-sessions");
    await press(admin, /^Sign out ?: .*, 198\.51\.100\.\d+$/);
    await press(admin.getByRole("dialog"), "Sign out");
    await admin.getByText("Session ended.").waitFor();

    await elsewhere.getByText("Your session has ended.").waitFor();
    await signIn(elsewhere, ADMIN);
    await seeHeading(elsewhere, "Users");
    await elsewhere.context().close();
  });

  it("works with the keyboard alone", async () => {
    const person = await openPerson(browser, product.address);
    await person.goto("/admin/login?error=sso_not_linked");
    await person.getByText("Your single sign-on account isn't linked to a user.").waitFor();
    await lookAt(person, "login");
    await person.keyboard.type(DESIGNER.email);
    await person.keyboard.press("Tab");
    await person.keyboard.type(DESIGNER.password);
    await person.keyboard.press("Enter");
    await seeHeading(person, "Branding");

    await person.goto("/admin/account");
    await seeHeading(person, "Your settings");
    await person.keyboard.press("Tab");
    expect(await focused(person)).toBe("Skip to content");
    await person.keyboard.press("Enter");
    await person.keyboard.press("Tab");
    expect(await focused(person)).toBe("Password");
    await person.keyboard.press("ArrowRight");
    expect(await focused(person)).toBe("Two-factor");
    await person.waitForURL("**/admin/account?tab=two-factor");
    await person.context().close();
  });

  it("asks for the code after single sign-on, and can start over", async () => {
    const person = await openPerson(browser, product.address);
    await person.goto("/admin/login#challenge=no-such-token&returnTo=%2Fadmin%2Faccount");
    await seeHeading(person, "Enter your code");
    await person.keyboard.type("123456");
    await person.keyboard.press("Enter");
    await person.getByText("This sign-in is no longer valid: sign in again.").waitFor();
    await press(person, "Start over");
    await person.waitForURL("**/admin/login?returnTo=%2Fadmin%2Faccount");
    await seeHeading(person, "Sign in");
    await person.context().close();
  });
});
