/** Where most shoppers have their mailbox. */
const COMMON = [
  "gmail.com",
  "googlemail.com",
  "hotmail.com",
  "hotmail.co.uk",
  "outlook.com",
  "live.co.uk",
  "yahoo.com",
  "yahoo.co.uk",
  "icloud.com",
  "btinternet.com",
  "sky.com",
  "proton.me",
] as const

/** Other providers, which look like a slip. */
const REAL = ["mail.com", "email.com", "ymail.com", "rocketmail.com", "sky.co", "live.com", "me.com"]

/** The address with a common domain that is one slip away: a letter too many, missing, wrong or swapped. Null for any other. */
export function correctedAddress(address: string): string | null {
  const at = address.lastIndexOf("@") + 1
  const domain = address.slice(at).trim().toLowerCase()
  if (at < 2 || REAL.includes(domain) || COMMON.some((common) => common === domain)) return null
  const meant = COMMON.find((common) => isOneSlip(domain, common))
  return meant === undefined ? null : address.slice(0, at) + meant
}

function isOneSlip(typed: string, meant: string): boolean {
  let same = 0
  while (same < typed.length && typed[same] === meant[same]) same += 1
  const [left, right] = [typed.slice(same), meant.slice(same)]
  return (
    left.slice(1) === right ||
    left === right.slice(1) ||
    left.slice(1) === right.slice(1) ||
    (left.slice(2) === right.slice(2) && left[0] === right[1] && left[1] === right[0])
  )
}
