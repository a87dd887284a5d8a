import type { MedusaContainer } from "@medusajs/framework/types"
import { environment } from "../../config"
import { BITCOIN_PAYMENT, type StaffAction } from "../../modules/bitcoin-payment"
import { judgeStatus, lagOf } from "../../query/bitcoin/judge-status"
import { readDone, readInbox, type DoneRow, type InboxRow } from "../../query/bitcoin/read-inbox"
import { readStatus, type ShopStatus } from "../../query/bitcoin/read-status"
import { toPounds } from "../../query/money"
import { rowSourceOf } from "../../query/row-source"
import { readInvoicesInReview } from "../../mail/invoices-in-review"
import { flagLabels } from "./flag-labels"

const FIRST_ADDRESSES = 10

/** Something that needs a person, with what solves it. */
export interface OpenCase extends Omit<InboxRow, "pence"> {
  readonly pence: number | null
  readonly why: string
  readonly receivedSats: string
  readonly dueSats: string
  readonly pricePence: number
  /** What may be done on the order's page now. */
  readonly actions: readonly StaffAction[]
}

/** How Bitcoin fares: what needs a person, what was done, the watcher's health, the wallet. */
export interface Overview {
  readonly inbox: readonly OpenCase[]
  readonly done: readonly DoneRow[]
  readonly status: ShopStatus | null
  readonly source: readonly { of: string; height: number | null; failure: string | null }[]
  readonly lag: number | null
  readonly needs: readonly string[]
  readonly addresses: readonly string[]
}

/** Everything that the page 'Bitcoin' of the admin shows. The source is asked now, for five seconds at most. */
export async function bitcoinOverview(container: MedusaContainer): Promise<Overview> {
  const bitcoin = container.resolve(BITCOIN_PAYMENT)
  const database = rowSourceOf(container)
  const [rows, done, status, answers, addresses] = await Promise.all([
    readInbox(database),
    readDone(database),
    readStatus(database, environment.BITCOIN_WALLET_GAP_LIMIT),
    bitcoin.probeSource(),
    bitcoin.firstAddresses(FIRST_ADDRESSES),
  ])
  return {
    inbox: await Promise.all(rows.map((row) => openCase(container, row))),
    done,
    status,
    source: answers.map((answer) => ({
      of: originOf(answer.of),
      height: "tip" in answer ? answer.tip.height : null,
      failure: "failure" in answer ? answer.failure : null,
    })),
    lag: status === null ? null : lagOf(status, answers),
    needs: status === null ? ["The shop has not looked at the chain yet."] : judgeStatus(status, answers),
    addresses,
  }
}

async function openCase(container: MedusaContainer, row: InboxRow): Promise<OpenCase> {
  const [files, reviewed] = await Promise.all([
    container.resolve(BITCOIN_PAYMENT).reviewService.detailsOfOrder(row.order_id),
    row.kind === "payment" ? readInvoicesInReview(container, row.order_id) : [],
  ])
  const file = files.find(({ invoice }) => invoice.id === row.invoice_id)
  return {
    ...row,
    pence: row.pence === null ? null : Number(row.pence),
    why: [
      whyOf(row, reviewed.find(({ id }) => id === row.invoice_id)?.flags ?? []),
      ...(file?.isAddressAwaited ? [AWAITED[file.refundAddresses.length > 0 ? "given" : "asked"]] : []),
    ].join("; "),
    receivedSats: (file?.invoice.received ?? 0n).toString(),
    dueSats: (file?.invoice.due ?? 0n).toString(),
    pricePence: Number(file?.invoice.pricePence ?? 0n),
    actions: file?.actions ?? [],
  }
}

const AWAITED = {
  asked: "the buyer was asked for a refund address",
  given: "the buyer gave a refund address",
} as const

function whyOf({ kind, reason, pence }: InboxRow, flags: readonly string[]): string {
  const amount = `£${toPounds(Number(pence ?? 0))}`
  switch (kind) {
    case "payment":
      return flagLabels(flags)
    case "outbox":
      return `Something keeps failing: ${reason}`
    case "surplus":
      return `${amount} more came than the price`
    case "owed":
      return `${amount} is owed back: the order was cancelled or goods were returned`
    case "refund_recording":
      return `A recorded refund of ${amount} is not in the order's books: ${reason}`
  }
}

/** Without what may stand in an address of a node: user and password. */
function originOf(address: string): string {
  return URL.canParse(address) ? new URL(address).host : address
}
