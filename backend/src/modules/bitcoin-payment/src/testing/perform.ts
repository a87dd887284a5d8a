import { isByLightning } from "../domain/invoice"
import { DEFAULT_POLICY } from "../domain/policy"
import { satoshis, type Satoshis } from "../domain/satoshis"
import type { StoredInvoice } from "../domain/stored-invoice"
import { recordClaim } from "../repository/claims"
import { lightningOf } from "../repository/lightning"
import type { Accident, Command, Event, Replacement, Share } from "./histories"
import { interleave } from "./interleave"
import type { ModelOutput } from "./model-chain"
import type { Incident } from "./model-process"
import type { ModelShop } from "./model-shop"

/** Runs a history, one command after the other. */
export async function perform(shop: ModelShop, commands: readonly Command[]): Promise<void> {
  for (const each of commands) await performOne(shop, each)
}

async function performOne(shop: ModelShop, command: Command): Promise<void> {
  switch (command.do) {
    case "poll":
      await shop.processes[command.by].poll(incidentOf(shop, command.accident))
      return
    case "process outbox":
      await shop.processes[command.by].processOutbox(incidentOf(shop, command.accident))
      await shop.followChanges()
      return
    case "ask lightning":
      await shop.processes[command.by].askLightning(incidentOf(shop, command.accident))
      return
    case "pay by lightning": {
      const invoice = pick(shop.placed, command.invoice)
      const shown = invoice && (await lightningOf(shop.database.pool, invoice.id))
      if (shown) shop.lightning.pay(shown.paymentHash, invoice.due * 10n * command.percent)
      return
    }
    case "node ends":
      shop.lightning.canCancel = command.canCancel
      return
    case "restore node": {
      const settled = (await shop.database.outputs()).filter(isByLightning)
      shop.lightning.restore(command.ms, new Set(settled.map(({ txid }) => txid)))
      return
    }
    case "node away":
      shop.lightning.faults = command
      return
    case "restart":
      shop.processes[command.by].restart()
      return
    case "race":
      await interleave(
        shop.processes.map((process, number) => async (step) => {
          const incident = number === 0 ? incidentOf(shop, command.accident) : null
          await process.poll(incident, step)
          if (command.processesOutbox) await process.processOutbox(null, step)
        }),
        command.picks,
      )
      return
    case "claim": {
      const invoice = pick(shop.placed, command.invoice)
      const text = claimedText(shop, command.text)
      // Postgres stores no NUL; the HTTP layer refuses it.
      if (invoice && !text.includes("\0")) await recordClaim(shop.database.pool, invoice.id, text, "pending")
      return
    }
    case "place":
      await shop.place(command.pence)
      return
    case "renew": {
      const order = pick(shop.orders, command.order)
      if (order) await shop.renew(order.id)
      return
    }
    case "cancel": {
      const order = pick(shop.orders, command.order)
      if (order) await shop.cancel(order)
      return
    }
    case "change": {
      const order = pick(shop.orders, command.order)
      if (order) await shop.change(order, command.pence)
      return
    }
    case "refund": {
      const order = pick(shop.orders, command.order)
      if (order) await shop.refund(order)
      return
    }
    case "change method": {
      const order = pick(shop.orders, command.order)
      if (order) await shop.changeMethod(order)
      return
    }
    default:
      happen(shop, command)
  }
}

/** Changes nothing in the database, so it can also happen during a process's call. */
function happen(shop: ModelShop, event: Event): void {
  const { chain, faults } = shop
  switch (event.do) {
    case "pay": {
      const invoice = pick(shop.placed, event.invoice)
      if (invoice) chain.send([{ address: invoice.address, amount: amountOf(shop, invoice, event.share) }])
      return
    }
    case "pay last": {
      const invoice = shop.placed.at(-1)
      if (invoice) chain.send([{ address: invoice.address, amount: invoice.due }])
      return
    }
    case "pay two": {
      const payees = event.invoices.map((number) => pick(shop.placed, number))
      chain.send(
        payees.flatMap((invoice) =>
          invoice ? [{ address: invoice.address, amount: amountOf(shop, invoice, event.share) }] : [],
        ),
      )
      return
    }
    case "replace": {
      const replaced = pick(chain.mempoolTransactions(), event.transaction)
      if (replaced) chain.replace(replaced.txid, insteadOf(shop, replaced.outputs, event.by))
      return
    }
    case "double spend": {
      const victim = pick(chain.mempoolTransactions(), event.transaction)
      if (victim) chain.doubleSpend(victim.txid)
      return
    }
    case "rebroadcast": {
      const fallen = chain.transactions().filter(({ txid }) => !chain.isLive(txid))
      const chosen = pick(fallen, event.transaction)
      if (chosen) chain.rebroadcast(chosen.txid)
      return
    }
    case "mine":
      chain.mine(event.count, event.isEmpty, chain.now + event.skew)
      return
    case "reorganise":
      chain.reorganise(event.depth, event.fate)
      return
    case "wait":
      chain.now += event.ms
      return
    case "outage":
      faults.outage = event.calls
      return
    case "hiccup":
      faults.hiccups = event.calls
      return
    case "lag":
      faults.lags = event.calls
      return
    case "rate":
      shop.pounds = event.pounds
      return
    default:
      return
  }
}

function amountOf({ chain }: ModelShop, invoice: StoredInvoice, share: Share): Satoshis {
  const { due, tolerance, address } = invoice
  if (share === "dust") return satoshis(DEFAULT_POLICY.dust - 1n)
  if (share === "rounded") return satoshis(due - tolerance)
  if (share === "short") return satoshis(due - tolerance - 1n)
  if (share === "half") return satoshis((due + 1n) / 2n)
  if (share === "double") return satoshis(due * 2n)
  if (share === "exact") return due
  const received = chain
    .transactions()
    .filter(({ txid }) => chain.isLive(txid))
    .flatMap(({ outputs }) => outputs)
    .filter((output) => output.address === address)
    .reduce((sum, { amount }) => sum + amount, 0n)
  return satoshis(received < due ? due - received : due)
}

function insteadOf(shop: ModelShop, outputs: readonly ModelOutput[], by: Replacement): ModelOutput[] {
  if (by === "the same") return [...outputs]
  if (by === "less") return outputs.map(({ address, amount }) => ({ address, amount: satoshis(amount / 2n) }))
  const other = by === "another invoice" ? shop.placed.at(-1) : undefined
  return other ? outputs.map(({ amount }) => ({ address: other.address, amount })) : []
}

function incidentOf(shop: ModelShop, accident: Accident | null): Incident | null {
  if (accident === null) return null
  const { meanwhile } = accident
  return { ...accident, meanwhile: meanwhile && (() => happen(shop, meanwhile)) }
}

/** A buyer may know a real transaction id, their own or another buyer's. */
function claimedText(shop: ModelShop, text: string): string {
  if (text === "the txid") return shop.chain.transactions().at(-1)?.txid ?? text
  if (text === "another's txid") return shop.chain.transactions().at(0)?.txid ?? text
  return text
}

function pick<Item>(items: readonly Item[], number: number): Item | undefined {
  return items[number % Math.max(1, items.length)]
}
