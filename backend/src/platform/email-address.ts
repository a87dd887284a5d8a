/**
 * One mailbox however it is written: `Ada+shop@Example.com` is `ada@example.com`. For every limit and count of an address. What
 * gives access to data or erases it compares the whole address: not every provider delivers `ada+shop` to `ada`.
 */
export function mailboxOf(email: string): string {
  return email.trim().toLowerCase().replace(TAG, "@")
}

const TAG = /\+[^@]*@/

export const mailboxIn = (column: string): string =>
  `regexp_replace(lower(btrim(${column})), '[+][^@]*@', '@')`

/** Stands where an e-mail address stood. Nothing is ever mailed there. */
export const ERASED_EMAIL = "erased@erased.invalid"
