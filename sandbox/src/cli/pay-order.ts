import { z } from "zod"
import { UserError } from "../process/user-error.js"
import { parseAmount, toBitcoin } from "./amount.js"
import { receivedAt, sendToSandbox } from "./command.js"
import { findInvoice, type OrderInvoice } from "./order-invoice.js"

/** Where the order is, and who pays it. */
export interface ShopToPay {
  /** @throws UserError while there is none */
  databaseUrl(): string
  /** The sandbox's Bitcoin network; null: the shop watches a chain of your own. */
  network: string | null
  /** The shop has the sandbox's Lightning node. */
  hasLightning: boolean
  /** How the developer says it. */
  commands: { pay: string; mine: string; doctor: string }
  /** Between automatic blocks; 0: none; null: not known */
  blockSeconds: number | null
}

const usageOf = (pay: string) => [
  `${pay} <order number | order id | bitcoin address> [amount]`,
  `  ${pay} 12               what is still due on order 12`,
  `  ${pay} 12 0.0005        a part of it, in bitcoin`,
  `  ${pay} bcrt1q… 5000sats to any address, in satoshis`,
  `  ${pay} 12 --lightning   by Lightning; also twice, late, or with another amount`,
]
/** Below this no node relays an output (bitcoin.md, dust for P2WPKH). */
const DUST = 294n

const paid = z.object({ txid: z.string() })
const proof = z.object({ preimage: z.string() })

/** Pays from the sandbox's wallet. @returns what the developer reads. @throws UserError */
export async function payOrder(shop: ShopToPay, args: readonly string[]): Promise<string[]> {
  const [target, ...amountWords] = args.filter((word) => word !== "--lightning")
  const usage = usageOf(shop.commands.pay)
  if (args.includes("--help")) return usage
  if (target === undefined) throw new UserError("Say what to pay:", usage)
  const given = amountWords.length === 0 ? undefined : amountFrom(amountWords.join(" "))
  if (args.includes("--lightning")) return payByLightning(shop, target, given)
  const due = isAddress(target) ? undefined : await dueOn(shop, orderFrom(target, usage))
  const sats = given ?? (due === undefined ? undefined : remainingOf(due))
  if (sats === undefined) throw new UserError("Say how much to pay to that address:", usage)
  if (sats < DUST)
    throw new UserError(`${sats} satoshis are dust, which no node relays: pay at least ${DUST}.`)

  const address = due?.invoice.address ?? target
  if (shop.network === null)
    return [
      "The shop watches your own chain. Pay with your own wallet:",
      `bitcoin-cli -regtest sendtoaddress ${address} ${toBitcoin(sats)}`,
    ]
  const { txid } = await sendToSandbox(shop.network, "pay", { address, sats: Number(sats) }, paid)
  return [
    `Paid ${toBitcoin(sats)} BTC (${sats} satoshis)${due === undefined ? "" : ` for order ${due.invoice.number}`} to ${address}`,
    `Transaction ${txid}`,
    ...whatNext(shop, due, sats),
  ]
}

/** The payee decides what it accepts, so nothing is refused here. @param sats instead of the invoice's amount */
async function payByLightning(shop: ShopToPay, target: string, sats?: bigint): Promise<string[]> {
  const isInvoice = target.toLowerCase().startsWith("lnbcrt")
  const bolt11 = isInvoice
    ? target
    : (await findInvoice(shop.databaseUrl(), orderFrom(target, usageOf(shop.commands.pay)))).bolt11
  if (bolt11 === null)
    throw new UserError(
      `Order ${target} has no Lightning invoice: ask for one on its page, or see ${shop.commands.doctor}.`,
    )
  if (shop.network === null || !shop.hasLightning)
    throw new UserError("The shop has a Lightning node of your own. Pay with your own wallet:", [bolt11])
  const body = { bolt11, ...(sats !== undefined && { msat: Number(sats) * 1000 }) }
  const { preimage } = await sendToSandbox(shop.network, "lightning/pay", body, proof)
  return ["Paid by Lightning. The shop's page shows it within a second.", `Preimage ${preimage}`]
}

interface Due {
  invoice: OrderInvoice
  remainingSats: bigint
}

async function dueOn(shop: ShopToPay, order: string): Promise<Due> {
  const invoice = await findInvoice(shop.databaseUrl(), order)
  const received =
    shop.network === null ? invoice.receivedSats : await receivedAt(shop.network, invoice.address)
  return { invoice, remainingSats: invoice.dueSats - received }
}

function isAddress(text: string): boolean {
  return /^(bcrt1|[mn2])[a-zA-HJ-NP-Z0-9]{20,}$/i.test(text)
}

function orderFrom(target: string, usage: readonly string[]): string {
  if (/^#?\d+$/.test(target)) return target.replace("#", "")
  if (/^order_\w+$/.test(target)) return target
  throw new UserError(
    `${target} is neither an order number, an order id nor a regtest address (bcrt1…):`,
    usage,
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

function whatNext({ blockSeconds, commands: { mine } }: ShopToPay, due: Due | undefined, sats: bigint) {
  const block = !blockSeconds
    ? `Say ${mine} for a block that confirms it.`
    : `The next block, at most ${blockSeconds} seconds away, confirms it (${mine}: right now).`
  if (due === undefined) return [block]
  const left = due.remainingSats - sats
  if (left > due.invoice.toleranceSats) return [`${toBitcoin(left)} BTC are still due.`, block]
  const late = due.invoice.isExpired
    ? ["Its quote has expired, so this counts as paid late and goes to the staff."]
    : []
  return [...late, "The shop's page shows the payment within seconds.", block]
}
