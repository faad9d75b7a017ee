export const text = {
  email: "Email address",
  password: "Password",
  setUp: {
    title: "Set up Uptide",
    lead: "Create the first administrator. You can add other users in the panel.",
    problems: "Fix these problems with the deployment first:",
    checkAgain: "Check again",
    passwordHint: "8 to 128 characters.",
    submit: "Create administrator",
  },
  signIn: {
    title: "Sign in",
    ended: "Your session has ended. Sign in to continue where you were.",
    submit: "Sign in",
    or: "or",
    noPassword: "Password sign-in is turned off. Use single sign-on.",
    forgotten: "Forgot password?",
  },
  again: {
    title: "Your session has ended",
    lead: (email: string) => `Sign in as ${email} to continue. Your changes are still here.`,
    others: "Anyone else who signs in here won't see them.",
    giveUp: "Leave without saving",
  },
  code: {
    title: "Enter your code",
    lead: "Enter the six-digit code from your authenticator app.",
    label: "Code",
    submit: "Verify",
    useRecovery: "Use a recovery code instead",
    recoveryLead: "Enter one of your recovery codes. Each works once.",
    recoveryLabel: "Recovery code",
    useApp: "Use the authenticator app instead",
    startAgain: "Start over",
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
    title: "Forgot password",
    lead: "Enter your email address and we'll send you a link to reset your password.",
    submit: "Send reset link",
    done: (email: string) =>
      `If ${email} has an account, a reset link is on its way. It works once and expires in an hour.`,
    nothing: "Didn't get it? Check your spam folder, then ask an administrator.",
    back: "Back to sign-in",
  },
  link: {
    invitation: "Welcome: set your password",
    reset: "Set a new password",
    lead: "You'll use it with your email address to sign in.",
    next: "New password",
    nextHint: "8 to 128 characters.",
    submit: "Set password",
    dead: "This link has expired",
    ask: "Get a new link",
    done: "Your password is set",
    doneLead: "You've been signed out everywhere. Sign in with your new password to continue.",
    signIn: "Sign in",
  },
  secondFactor: {
    title: "Set up two-factor authentication",
    lead: "It's required for all users. You'll need an authenticator app on your phone each time you sign in.",
    begin: "Set up",
    signOut: "Sign out instead",
  },
  errors: {
    sso_off: "Single sign-on is turned off. Sign in with your password.",
    sso_failed: "Single sign-on failed. Try again, or ask an administrator to check its settings.",
    sso_not_linked: "Your single sign-on account isn't linked to a user. Ask an administrator to add you.",
    rate_limited: "Too many attempts from your network. Wait 15 minutes and try again.",
    two_factor_expired: "That took too long. Sign in again.",
  } as Readonly<Record<string, string>>,
  againErrors: {
    sso_off: "Single sign-on is turned off, so it can't confirm this change.",
    sso_failed:
      "Sign-in failed, so nothing was changed. Try again, or ask an administrator to check the single sign-on settings.",
    sso_not_linked: "You signed in with a different account, so nothing was changed. Use your own account.",
    rate_limited: "Too many attempts from your network. Wait 15 minutes and try again.",
  } as Readonly<Record<string, string>>,
  unknownError: "Sign-in failed. Try again.",
} as const;

export function sayError(code: string): string {
  return text.errors[code] ?? text.unknownError;
}
