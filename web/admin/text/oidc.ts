import { plural } from "../../../src/lib/plural.ts";
export const text = {
  title: "Single sign-on",
  lead: "Let people sign in with your OpenID Connect provider, such as Entra ID, Google, Okta or Keycloak.",
  provider: {
    title: "Provider",
    lead: "Register Uptide as a web application with this redirect URI.",
    redirectUri: "Redirect URI",
    issuer: "Issuer",
    issuerHint: "The issuer URL from your provider's documentation.",
    clientId: "Client ID",
    clientSecret: "Client secret",
    clientSecretHint: "Stored encrypted. Leave empty for a public client.",
    clientSecretKept: "A secret is stored. Enter a new one to replace it, or clear the field to remove it.",
    scopes: "Scopes",
    test: "Test provider",
    testOk: (keys: number) => `The provider responds with ${plural(keys, "key")}. Users sign in at`,
  },
  signIn: {
    title: "Sign-in page",
    lead: "What users see before they sign in.",
    enabled: "Offer single sign-on",
    buttonLabel: "Button label",
    disablePasswordLogin: "Disable password sign-in",
    disablePasswordLoginHint:
      "Single sign-on becomes the only way to sign in. Test it in another browser first.",
  },
  people: {
    title: "Users",
    lead: "SSO accounts are linked to users by email address.",
    createUsers: "Create users on first sign-in",
    defaultRole: "Role for new users",
    allowUnverifiedEmail: "Accept unverified email addresses",
    allowUnverifiedEmailHint:
      "Only if users can't change their address at the provider: otherwise they could take over another account.",
  },
  confirm: {
    title: "Confirm",
    lead: "Confirm your identity to save changes to sign-in settings.",
  },
  submit: "Save",
  done: "Single sign-on settings saved.",
} as const;
