import "../css/sign_in.css";
import { keepLink } from "./keep_link.ts";
import { askSignIn } from "./steps.ts";

const AUTH = "/api/v1/auth";

const texts = JSON.parse(document.getElementById("texts")?.textContent ?? "{}") as Record<string, string>;
const problem = document.querySelector<HTMLElement>(".problem");
const forms = new Map([...document.forms].map((form) => [form.name, form]));
const others = document.querySelector<HTMLElement>(".sso");

const known = { challengeToken: "", password: "" };

on("password", async (field) => {
  known.password = field("password");
  const response = await ask("login", { email: field("email"), password: known.password }, "signIn.wrong");
  if (response && "challengeToken" in response) {
    known.challengeToken = String(response["challengeToken"]);
    show("code");
  } else if (response) finish(response);
});

on("code", async (field) => {
  const body = { challengeToken: known.challengeToken, code: field("code") };
  const response = await ask("2fa/verify", body, "signIn.wrongCode");
  if (response) finish(response);
});

on("replace", async (field) => {
  const body = { currentPassword: known.password, newPassword: field("newPassword") };
  if (await ask("change-password", body, "signIn.newPasswordHint")) location.reload();
});

forms
  .get("code")
  ?.querySelector('[name="back"]')
  ?.addEventListener("click", () => show("password"));

document.addEventListener("click", ({ target }) => {
  if ((target as Element).closest("a")) keepLink();
});

function finish(response: Record<string, unknown>): void {
  const user = response["user"] as { mustChangePassword?: boolean; mustSetUpTwoFactor?: boolean } | undefined;
  if (user?.mustChangePassword) show("replace");
  else if (user?.mustSetUpTwoFactor) location.assign("/admin");
  else location.reload();
}

function on(name: string, step: (field: (name: string) => string) => Promise<void>): void {
  const form = forms.get(name);
  form?.addEventListener("submit", async (event) => {
    event.preventDefault();
    if (form.ariaBusy === "true") return;
    form.ariaBusy = "true";
    showMessage("");
    const data = new FormData(form);
    await step((field) => String(data.get(field) ?? ""));
    form.ariaBusy = "false";
  });
}

async function ask(path: string, body: object, refusal: string): Promise<Record<string, unknown> | null> {
  const { reply, text } = await askSignIn(`${AUTH}/${path}`, body, refusal);
  if (text) showMessage(texts[text] ?? text);
  return reply;
}

function show(name: string): void {
  for (const [own, form] of forms) form.hidden = own !== name;
  if (others) others.hidden = name !== "password";
  showMessage("");
  forms.get(name)?.querySelector("input")?.focus();
}

function showMessage(text: string): void {
  if (!problem) return;
  problem.textContent = text;
  problem.hidden = text === "";
}
