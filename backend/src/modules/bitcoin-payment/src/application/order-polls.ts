import { evaluatePolled } from "../domain/evaluate"
import type { Policy } from "../domain/invoice"
import { BitcoinUnavailable } from "../ports/bitcoin-unavailable"
import type { Clock } from "../ports/clock"
import type { Connection } from "medusa-payments/database"
import { detailsOfOrders, requestPolls, type StoredDetails } from "../repository/payment-review"
import type { Lightning } from "./lightning"

const TIMEOUT_MS = 8000

interface Parts {
  readonly db: Connection
  readonly policy: Policy
  readonly clock: Clock
  /** Null: the shop has no Lightning node. */
  readonly lightning: Pick<Lightning, "lookAtOrders"> | null
  /** Until the watcher has stored something about one of these orders. */
  readonly waitForChange: (orderIds: readonly string[]) => Promise<void>
}

export function createOrderPolls({ db, policy, clock, waitForChange, lightning }: Parts) {
  async function poll(orderIds: readonly string[], isMeant: (details: StoredDetails) => boolean) {
    const read = async () => (await detailsOfOrders(db, orderIds)).filter(isMeant)
    const asked = await read()
    if (asked.length === 0) return
    if ((await lightning?.lookAtOrders(orderIds)) === false) throw new OrderNotPolled()
    await requestPolls(
      db,
      asked.map(({ invoice }) => invoice.id),
    )
    const until = clock() + TIMEOUT_MS
    while (!(await read()).every((details) => isPolled(details, policy))) {
      if (clock() > until) throw new OrderNotPolled()
      await waitForChange(orderIds)
    }
  }

  return {
    /** @throws OrderNotPolled when the chain source does not answer in time */
    now: (orderId: string): Promise<void> => poll([orderId], () => true),
    /**
     * To be called before a decision that buyers, or stock, cannot take back: what was paid until now is stored and judged
     * afterwards. Orders whose Bitcoin is captured or cancelled need no answer; a replaced quote may be paid as long as it would have been in time.
     * Not under the payment's lock: the process that polls may be waiting for it. @throws OrderNotPolled when the chain source does not answer in time
     */
    beforeDecision: (orderIds: readonly string[]): Promise<void> =>
      poll(orderIds, (details) => isUndecided(details, clock())),
  }
}

function isUndecided({ invoice }: StoredDetails, now: number): boolean {
  if (invoice.captured) return false
  return invoice.closed === null || (invoice.closed === "superseded" && now <= invoice.firstBlockBy)
}

/** Whether the poll that was requested has been stored, and its verdict too. While two sources differ there is none. */
export function isPolled({ invoice, outputs, tip }: StoredDetails, policy: Policy): boolean {
  if (invoice.isPollRequested || invoice.dispute !== null) return false
  const chain = { height: tip?.height ?? 0, observedAt: invoice.lastPollAt }
  const verdict = evaluatePolled(invoice, outputs, chain, policy)
  return verdict?.state === invoice.state && verdict.received === invoice.received
}

class OrderNotPolled extends BitcoinUnavailable {
  override readonly code = "no_chain"
  override readonly sentence =
    "We cannot reach the Bitcoin network at the moment, so we cannot tell whether this order is paid. " +
    "Nothing has changed. Please try again in a few minutes."

  constructor() {
    super("The chain source, or the Lightning node, did not answer in time whether the order is paid.")
    this.name = "OrderNotPolled"
  }
}
