import { join } from "node:path"
import { z } from "zod"
import {
  addressesOf,
  readSettings,
  type Settings,
  usesSandboxChain,
  usesSandboxLightning,
} from "../launcher/settings.js"
import { databaseUrl, readConnection } from "../postgres/connection.js"
import { UserError } from "../process/user-error.js"
import { parseAmount, toBitcoin } from "./amount.js"
import { receivedAt, runCommand, sendToSandbox } from "./command.js"
import { findInvoice, type OrderInvoice } from "./order-invoice.js"

const USAGE = [
  "npm run pay -- <order number | order id | bitcoin address> [amount]",
  "  npm run pay -- 12               what is still due on order 12",
  "  npm run pay -- 12 0.0005        a part of it, in bitcoin",
  "  npm run pay -- bcrt1q… 5000sats to any address, in satoshis",
  "  npm run pay -- 12 --lightning   by Lightning; also twice, late, or with another amount",
]
/** Below this no node relays an output (bitcoin.md, dust for P2WPKH). */
const DUST = 294n

const paid = z.object({ txid: z.string() })
const proof = z.object({ preimage: z.string() })

runCommand(async (args) => {
  const isByLightning = args.includes("--lightning")
  const [target, ...amountWords] = args.filter((word) => word !== "--lightning")
  if (target === undefined) throw new UserError("Say what to pay:", USAGE)
  const settings = readSettings()
  const network = addressesOf(settings).esplora
  const given = amountWords.length === 0 ? undefined : amountFrom(amountWords.join(" "))
  if (isByLightning) return payByLightning(settings, target, given)
  const due = isAddress(target) ? undefined : await dueOn(settings, orderFrom(target))
  const sats = given ?? (due === undefined ? undefined : remainingOf(due))
  if (sats === undefined) throw new UserError("Say how much to pay to that address:", USAGE)
  if (sats < DUST)
    throw new UserError(`${sats} satoshis are dust, which no node relays: pay at least ${DUST}.`)

  const address = due?.invoice.address ?? target
  if (!usesSandboxChain(settings))
    return [
      "The shop watches your own chain. Pay with your own wallet:",
      `bitcoin-cli -regtest sendtoaddress ${address} ${toBitcoin(sats)}`,
    ]
  const { txid } = await sendToSandbox(network, "pay", { address, sats: Number(sats) }, paid)
  return [
    `Paid ${toBitcoin(sats)} BTC (${sats} satoshis)${due === undefined ? "" : ` for order ${due.invoice.number}`} to ${address}`,
    `Transaction ${txid}`,
    ...whatNext(settings, due, sats),
  ]
})

/** The payee decides what it accepts, so nothing is refused here. @param sats instead of the invoice's amount */
async function payByLightning(settings: Settings, target: string, sats?: bigint): Promise<string[]> {
  const isInvoice = target.toLowerCase().startsWith("lnbcrt")
  const bolt11 = isInvoice ? target : (await findInvoice(shopDatabase(settings), orderFrom(target))).bolt11
  if (bolt11 === null)
    throw new UserError(
      `Order ${target} has no Lightning invoice: ask for one on its page, or see npm run doctor.`,
    )
  if (!usesSandboxLightning(settings))
    throw new UserError("The shop has a Lightning node of your own. Pay with your own wallet:", [bolt11])
  const body = { bolt11, ...(sats !== undefined && { msat: Number(sats) * 1000 }) }
  const { preimage } = await sendToSandbox(addressesOf(settings).esplora, "lightning/pay", body, proof)
  return ["Paid by Lightning. The shop's page shows it within a second.", `Preimage ${preimage}`]
}

interface Due {
  invoice: OrderInvoice
  remainingSats: bigint
}

async function dueOn(settings: Settings, order: string): Promise<Due> {
  const invoice = await findInvoice(shopDatabase(settings), order)
  const received = usesSandboxChain(settings)
    ? await receivedAt(addressesOf(settings).esplora, invoice.address)
    : invoice.receivedSats
  return { invoice, remainingSats: invoice.dueSats - received }
}

function isAddress(text: string): boolean {
  return /^(bcrt1|[mn2])[a-zA-HJ-NP-Z0-9]{20,}$/i.test(text)
}

function orderFrom(target: string): string {
  if (/^#?\d+$/.test(target)) return target.replace("#", "")
  if (/^order_\w+$/.test(target)) return target
  throw new UserError(
    `${target} is neither an order number, an order id nor a regtest address (bcrt1…):`,
    USAGE,
  )
}

function amountFrom(text: string): bigint {
  const sats = parseAmount(text)
  if (sats === undefined) throw new UserError(`"${text}" is no amount: write 0.0025 (bitcoin) or 5000sats.`)
  return sats
}

function remainingOf({ invoice, remainingSats }: Due): bigint {
  if (remainingSats > invoice.toleranceSats) return remainingSats
  throw new UserError(
    `Order ${invoice.number} is paid in full (${invoice.state}); to pay more on purpose, give an amount.`,
  )
}

function shopDatabase(settings: Settings): string {
  if (settings.DATABASE_URL !== undefined) return settings.DATABASE_URL
  const connection = readConnection(join(settings.SANDBOX_DATA, "postgres"))
  if (connection === undefined) throw new UserError("There is no shop yet: start it with npm start.")
  return databaseUrl(connection, "shop")
}

function whatNext(settings: Settings, due: Due | undefined, sats: bigint): string[] {
  const block =
    settings.BLOCK_SECONDS === 0
      ? "Say npm run mine for a block that confirms it."
      : `The next block, at most ${settings.BLOCK_SECONDS} seconds away, confirms it (npm run mine: right now).`
  if (due === undefined) return [block]
  const left = due.remainingSats - sats
  if (left > due.invoice.toleranceSats) return [`${toBitcoin(left)} BTC are still due.`, block]
  const late = due.invoice.isExpired
    ? ["Its quote has expired, so this counts as paid late and goes to the staff."]
    : []
  return [...late, "The shop's page shows the payment within seconds.", block]
}
