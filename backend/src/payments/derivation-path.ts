const KEY_ORIGIN = /\[[0-9a-f]{8}((?:\/\d+['h]?)*)\]/
const LAST_STEPS = /((?:\/\d+)*)\/\*/

/** Where a wallet finds an address of this descriptor: `m/84h/0h/0h/0/7`, or `…/0/7` when it does not tell its account. */
export function derivationPath(descriptor: string, index: number): string {
  const account = KEY_ORIGIN.exec(descriptor)?.[1]
  const steps = LAST_STEPS.exec(descriptor)?.[1] ?? ""
  return `${account === undefined ? "…" : `m${account.replaceAll("'", "h")}`}${steps}/${index}`
}
