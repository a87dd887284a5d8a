import { DEMO_SHOPPER } from "../sign-in/project.js"
import { addressesOf, type Settings } from "./settings.js"
import { hasEmulator } from "./sign-in-settings.js"

/** What the reader needs to know once everything runs. */
export function summaryOf(settings: Settings, password: string | undefined, seconds: number): string {
  const { shop, admin, mail } = addressesOf(settings)
  const blocks =
    settings.BLOCK_SECONDS === 0 ? "blocks on demand only" : `a block every ${settings.BLOCK_SECONDS} seconds`
  const staff =
    password === undefined
      ? `${settings.ADMIN_EMAIL}, password as shown at the first start (lost: npm start -- --new-staff)`
      : settings.ADMIN_EMAIL
  const lines = [
    ["Shop", shop],
    ["Admin", `${admin}/app`],
    ["", `sign in as ${staff}`],
    ...(password === undefined ? [] : [["", `password ${password}   ← shown only this once, write it down`]]),
    ["Mail", mail],
    ...(hasEmulator(settings)
      ? [["Sign in", `as ${DEMO_SHOPPER.name} or anybody, in a few seconds: Google is played by an emulator`]]
      : []),
    ["Bitcoin", `play money of its own (regtest), ${blocks}`],
  ]
  const commands = [
    ["Pay an order", "npm run pay -- <order number>"],
    ["A block right now", "npm run mine"],
    ["Stop", "Ctrl-C"],
  ]
  const table = (rows: readonly (readonly string[])[], width: number) =>
    rows.map(([label = "", text = ""]) => `    ${label.padEnd(width)}${text}`)
  return [
    "",
    `  The shop is open (${seconds.toFixed(1)} s).`,
    "",
    ...table(lines, 10),
    "",
    ...table(commands, 20),
    "",
  ].join("\n")
}
