/** The member of staff's own account: password, second factor, recovery codes. */
export const account = {
  confirmation: {
    title: "Confirm your password",
    text: "This decides who can use the admin. You are not asked again for ten minutes.",
    password: "Your password",
    confirm: "Confirm",
  },
  password: {
    title: "Password",
    text: "At least 12 characters, and not a common one: four random words are good. You are then signed out on every device.",
    current: "Current password",
    new: "New password",
    repeated: "New password again",
    notSame: "The new passwords are not the same.",
    change: "Change password",
    changed: "Password changed",
    signIn: "Please sign in with the new password.",
  },
  codes: {
    title: "Recovery codes",
    text: "Each replaces the authenticator app once. New ones replace those that you have.",
    renew: "New recovery codes",
    store: "Store these codes. They are not shown again.",
  },
  secondFactor: {
    title: "One step is missing",
    text: "This shop requires two-factor authentication. Press Enable on this page, confirm your password, scan the code with an authenticator app and keep the recovery codes. The other pages open afterwards.",
  },
} as const
