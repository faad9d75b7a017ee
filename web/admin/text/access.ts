export const text = {
  email: "Email address",
  password: "Password",
  setUp: {
    title: "Set up Uptide",
    lead: "Make the first administrator. Everybody else is invited from the panel.",
    problems: "Before you go on, the deployment needs something:",
    checkAgain: "Check again",
    passwordHint: "8 to 128 characters.",
    submit: "Create administrator",
  },
  signIn: {
    title: "Sign in",
    ended: "Your session has ended. Sign in to go on where you were.",
    submit: "Sign in",
    or: "or",
    noPassword: "Passwords are switched off here: use single sign-on.",
  },
  again: {
    title: "Your session has ended",
    lead: (email: string) => `Sign in as ${email} to go on. What you have typed is still here.`,
    others: "Somebody else who signs in here sees nothing of it.",
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
    lead: "You came in with a temporary password. Replace it to go on.",
    current: "Temporary password",
    next: "New password",
    nextHint: "8 to 128 characters.",
    submit: "Save and go on",
    signOut: "Sign out instead",
  },
  /** What `/admin/login?error=CODE` says. */
  errors: {
    sso_off: "Single sign-on is switched off. Sign in with your password.",
    sso_failed: "Single sign-on did not work. Try again, or ask an administrator to look at its settings.",
    sso_not_linked: "Your identity belongs to no user here. Ask an administrator to add you.",
    rate_limited: "Too many attempts from your network. Wait 15 minutes and try again.",
    two_factor_expired: "That took too long. Sign in again.",
  } as Readonly<Record<string, string>>,
  unknownError: "Signing in did not work. Try again.",
  /** The same where somebody is signed in, and was asked to confirm it. */
  confirmErrors: {
    sso_off: "Single sign-on is switched off: confirm with your password. Nothing was changed.",
    sso_failed: "Your provider did not confirm that it is you. Nothing was changed: try again.",
    sso_not_linked:
      "You signed in as somebody else at your provider. Nothing was changed: try again as yourself.",
    rate_limited: "Too many attempts. Nothing was changed: wait 15 minutes and try again.",
  } as Readonly<Record<string, string>>,
  unknownConfirmError: "Signing in again did not work. Nothing was changed: try again.",
} as const;

/** What stands behind `?error=CODE`. */
export function sayError(code: string): string {
  return text.errors[code] ?? text.unknownError;
}

export function sayConfirmError(code: string): string {
  return text.confirmErrors[code] ?? text.unknownConfirmError;
}
