export const text = {
  title: "Single sign-on",
  lead: "Let people sign in with your OpenID Connect provider, such as Entra ID, Google, Okta or Keycloak.",
  provider: {
    title: "Provider",
    lead: "Register Uptide there as a web application with this redirect address.",
    redirectUri: "Redirect address",
    issuer: "Issuer",
    issuerHint: "The provider's address, as its documentation gives it.",
    clientId: "Client id",
    clientSecret: "Client secret",
    clientSecretHint: "Stored encrypted. Leave it empty for a public client.",
    clientSecretKept: "A secret is stored. Type a new one to replace it, or empty the field to remove it.",
    scopes: "Scopes",
    test: "Test the provider",
    testOk: (keys: number) =>
      `The provider answers and publishes ${keys} ${keys === 1 ? "key" : "keys"}. Sign-in goes to`,
  },
  signIn: {
    title: "Sign-in page",
    lead: "What people see before they sign in.",
    enabled: "Offer single sign-on",
    buttonLabel: "Text of the button",
    disablePasswordLogin: "Switch passwords off",
    disablePasswordLoginHint: "Then single sign-on is the only way in. Try it in another browser first.",
  },
  people: {
    title: "People",
    lead: "An identity is linked to the user with the same email address.",
    createUsers: "Add whoever signs in for the first time",
    defaultRole: "Role of those who are added",
    allowUnverifiedEmail: "Accept email addresses the provider has not verified",
    allowUnverifiedEmailHint:
      "Only if people can't choose their address there: whoever can, could take over a user.",
  },
  confirm: {
    title: "Confirm",
    lead: "These settings decide who gets in, so saving them asks who you are.",
  },
  submit: "Save",
  done: "Single sign-on is saved.",
} as const;
