export const text = {
  title: "Dashboard",
  lead: (email: string) => `Signed in as ${email}.`,
  access: {
    title: "Who gets in",
    users: { title: "Users", lead: "Add people, change roles, reset passwords." },
    singleSignOn: { title: "Single sign-on", lead: "Sign in with your OpenID Connect provider." },
    pageAccess: { title: "Page access", lead: "A public status page, or a private one." },
    tokens: { title: "API tokens", lead: "Keys for scripts and pipelines." },
  },
  record: { title: "What happened", audit: { title: "Audit log", lead: "Every change and every sign-in." } },
  own: {
    title: "Your account",
    twoFactorOff: "Turn on two-factor authentication",
    twoFactorOffLead:
      "Your account opens with a password alone. Ask for a code from your phone too, and a stolen password opens nothing.",
    settings: { title: "Your settings", lead: "Password, two-factor authentication, sessions." },
    sessions: { title: "Your sessions", lead: "Where you are signed in." },
  },
} as const;
