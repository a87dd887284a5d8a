import { isPayable } from "../domain/decide"
import { CardProcessorError, type CardProcessor, type SessionFacts } from "../ports/card-processor"
import { findPayment, type StoredPayment } from "../repository/payments"
import {
  insertSession,
  markSession,
  markSessionOpen,
  sessionsOf,
  type CardSession,
} from "../repository/sessions"
import { applyFacts, type DecisionParts } from "./apply-facts"

export interface PageParts extends DecisionParts {
  readonly processor: CardProcessor
  readonly publicUrl: string
  readonly shopName: string
}

export interface ModuleParts extends Omit<PageParts, "processor"> {
  readonly processor: CardProcessor | null
  readonly onFailure: (message: string) => void
}

export type OpenedPage =
  | { readonly ok: true; readonly url: string }
  | { readonly ok: false; readonly reason: "not_payable" | "unavailable" }

/** Stripe's shortest life of a page, and a minute for clocks that differ. The shop closes it earlier, with the reservation. */
const PAGE_LIFE_MS = 31 * 60_000
/** An open page is offered again only if it lasts this long. */
const SHORTEST_LIFE_MS = 60_000

export function createPages({ processor, onFailure, ...others }: ModuleParts) {
  return {
    /**
     * The page to pay on: the open one, or a new one after the old one is closed at the processor. The caller holds the lock
     * of the order's payment. `number` is the order's, for the buyer.
     */
    open: async (paymentId: string, number: number): Promise<OpenedPage> => {
      if (processor === null) return { ok: false, reason: "unavailable" }
      const opened = await openPage({ ...others, processor }, paymentId, number)
      if (!opened.ok && opened.reason === "unavailable")
        onFailure(`no page could be opened for payment ${paymentId}.`)
      return opened
    },
  }
}

async function openPage(parts: PageParts, paymentId: string, number: number): Promise<OpenedPage> {
  const { db, clock } = parts
  const payment = await findPayment(db, "id", paymentId)
  if (payment === null || !isPayable(payment, clock())) return { ok: false, reason: "not_payable" }
  try {
    const latest = (await sessionsOf(db, payment.id)).at(0)
    if (latest?.state === "open" && latest.processorId !== null) {
      const isFresh = latest.expiresAt > clock() + SHORTEST_LIFE_MS
      const facts = await readOrExpire(parts, latest.processorId, isFresh)
      const now = await applyFacts(parts, payment.id, latest, facts)
      if (now === null || !isPayable(now, clock())) return { ok: false, reason: "not_payable" }
      if (facts.state === "open" && latest.url !== null) return { ok: true, url: latest.url }
    }
    const found = latest?.state === "opening" ? await requestAgain(parts, payment, latest, number) : null
    if (found !== null) return found
    const expiresAt = clock() + PAGE_LIFE_MS
    const id = await insertSession(db, payment.id, expiresAt)
    return await request(parts, payment, { id, expiresAt }, number)
  } catch (error) {
    if (error instanceof CardProcessorError) return { ok: false, reason: "unavailable" }
    throw error
  }
}

function readOrExpire({ processor }: PageParts, id: string, isFresh: boolean): Promise<SessionFacts> {
  return isFresh ? processor.readSession(id) : processor.expireSession(id)
}

/** The process died before it stored the answer: the key gets the same page. Null: never opened, and now too short. */
async function requestAgain(
  parts: PageParts,
  payment: StoredPayment,
  session: CardSession,
  number: number,
): Promise<OpenedPage | null> {
  if (session.expiresAt <= parts.clock() + SHORTEST_LIFE_MS) {
    await markSession(parts.db, session.id, "failed", "never opened")
    return null
  }
  try {
    return await request(parts, payment, session, number)
  } catch (error) {
    if (error instanceof CardProcessorError && error.kind === "certain") return null
    throw error
  }
}

async function request(
  { db, processor, publicUrl, shopName }: PageParts,
  payment: StoredPayment,
  session: Pick<CardSession, "id" | "expiresAt">,
  number: number,
): Promise<OpenedPage> {
  const back = `${publicUrl}/checkout?order=${encodeURIComponent(payment.orderId)}`
  try {
    const page = await processor.createSession({
      idempotencyKey: session.id,
      orderId: payment.orderId,
      paymentId: payment.id,
      pence: payment.pence,
      currency: payment.currency,
      description: `Order ${number} at ${shopName}`,
      expiresAt: session.expiresAt,
      successUrl: `${back}&card=returned`,
      cancelUrl: `${back}&card=cancelled`,
    })
    await markSessionOpen(db, session.id, page)
    return { ok: true, url: page.url }
  } catch (error) {
    // The next attempt has a new key: a processor repeats its own failure for a key. A page that was opened all the same can
    // take no money, because no buyer has its address.
    if (error instanceof CardProcessorError) await markSession(db, session.id, "failed", error.message)
    throw error
  }
}
