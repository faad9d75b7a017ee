export const text = {
  email: "Email address",
  password: "Password",
  setUp: {
    title: "Set up Uptide",
    lead: "Create the first administrator. Everybody else is added in the panel.",
    problems: "Before you go on, the deployment needs something:",
    checkAgain: "Check again",
    passwordHint: "8 to 128 characters.",
    submit: "Create administrator",
  },
  signIn: {
    title: "Sign in",
    ended: "Your session has ended. Sign in to continue where you were.",
    submit: "Sign in",
    or: "or",
    noPassword: "Passwords are switched off here: use single sign-on.",
    forgotten: "Forgotten password?",
  },
  again: {
    title: "Your session has ended",
    lead: (email: string) => `Sign in as ${email} to continue. What you have typed is still here.`,
    others: "If somebody else signs in here, they don't see any of it.",
    giveUp: "Leave without saving",
  },
  code: {
    title: "Enter your code",
    lead: "Open your authenticator app and type the six digits it shows for Uptide.",
    label: "Code",
    submit: "Verify",
    useRecovery: "Use a recovery code instead",
    recoveryLead: "Type one of the recovery codes you saved. Each of them works once.",
    recoveryLabel: "Recovery code",
    useApp: "Use the authenticator app instead",
    startAgain: "Start again",
  },
  forced: {
    title: "Choose your password",
    lead: "You signed in with a temporary password. Choose your own to continue.",
    current: "Temporary password",
    next: "New password",
    nextHint: "8 to 128 characters.",
    submit: "Save and continue",
    signOut: "Sign out instead",
  },
  forgot: {
    title: "Forgotten password",
    lead: "Type the address you sign in with. You get a link to set a new password.",
    submit: "Send the link",
    done: (email: string) =>
      `If there is an account for ${email}, a mail with a link is on its way. The link works once, within an hour.`,
    nothing: "Nothing came? Look among unwanted mail, then ask an administrator.",
    back: "Back to the sign-in",
  },
  link: {
    invitation: "Welcome: set your password",
    reset: "Set a new password",
    lead: "From now on you sign in with it and your address.",
    next: "New password",
    nextHint: "8 to 128 characters.",
    submit: "Set password",
    dead: "Link out of date",
    ask: "Ask for a new link",
    done: "Your password is set",
    doneLead: "You are signed out everywhere. Sign in with the new password to go on.",
    signIn: "Sign in",
  },
  secondFactor: {
    title: "Set up two-factor authentication",
    lead: "It is required for everybody here. Have a phone with an authenticator app at hand: you need it at each sign-in from now on.",
    begin: "Set it up",
    signOut: "Sign out instead",
  },
  errors: {
    sso_off: "Single sign-on is switched off. Sign in with your password.",
    sso_failed: "Single sign-on did not work. Try again, or ask an administrator to look at its settings.",
    sso_not_linked: "Your single sign-on account belongs to no user here. Ask an administrator to add you.",
    rate_limited: "Too many attempts from your network. Wait 15 minutes and try again.",
    two_factor_expired: "That took too long. Sign in again.",
  } as Readonly<Record<string, string>>,
  /** Shown where signing in again should have confirmed an action. */
  againErrors: {
    sso_off: "Single sign-on is switched off, so it can't confirm this.",
    sso_failed:
      "Signing in again did not work, so nothing was changed. Try again, or ask an administrator to look at the settings of single sign-on.",
    sso_not_linked: "Somebody else signed in there, so nothing was changed. Sign in as yourself.",
    rate_limited: "Too many attempts from your network. Wait 15 minutes and try again.",
  } as Readonly<Record<string, string>>,
  unknownError: "Signing in did not work. Try again.",
} as const;

export function sayError(code: string): string {
  return text.errors[code] ?? text.unknownError;
}
