import type { MedusaContainer } from "@medusajs/framework/types"
import { MedusaError } from "@medusajs/framework/utils"
import { z } from "@medusajs/framework/zod"
import { queryGraph } from "./database"
import { OUTBOX, type Topic } from "./modules/outbox"

export interface StaffMember {
  readonly id: string
  readonly email: string
}

export interface OpenCase {
  readonly kind: string
  readonly label: { readonly text: string; readonly colour: "red" | "orange" | "blue" }
  readonly orderId: string
  readonly number: number | null
  readonly paymentId: string
  /** ISO time. */
  readonly since: string
  /** Codes that the admin translates, or texts. */
  readonly reasons: readonly string[]
  /** The same with its figures, as one sentence without a full stop. */
  readonly why: string
  /** The last moment to answer, such as to a dispute. */
  readonly respondBy: string | null
  /** What it is about, in minor units; null where the payment's own amounts say it. */
  readonly amountMinor: bigint | null
  readonly priceMinor: bigint
  readonly bitcoin: { readonly receivedSats: bigint; readonly dueSats: bigint } | null
  /** What is possible on the order's page, and which of it solves the case. */
  readonly actions: readonly string[]
  readonly options: readonly { readonly action: string; readonly label: string }[]
}

/** What staff decided, or what closed without them. */
export interface ClosedCase {
  readonly at: string
  readonly orderId: string
  readonly number: number | null
  readonly what: string
  readonly by: string
  readonly reason: string | null
}

/** A payment as the panel shows it, of a method whose texts are drawn here and not in the admin. Amounts are decimals, times ISO. */
export interface DescribedPayment {
  readonly id: string
  readonly method: string
  readonly title: string
  readonly state: string
  readonly captured: boolean
  readonly created_at: string
  readonly currency: string
  readonly label: { readonly text: string; readonly colour: "green" | "blue" | "orange" | "red" | "grey" }
  readonly is_pending: boolean
  readonly notes: readonly string[]
  readonly cases: readonly {
    readonly id: string
    readonly what: string
    readonly next: string
    readonly detail: string
    readonly amount: string
    readonly respond_by: string | null
    readonly action: DescribedAction
  }[]
  readonly amounts: readonly { readonly name: string; readonly amount: string }[]
  readonly facts: readonly {
    readonly name: string
    readonly kind: "text" | "time" | "id"
    readonly value: string
    readonly url: string | null
  }[]
  readonly refundable: string
  /** What a refund starts with: what the order owes of this payment, or else all that is left of it. */
  readonly refund_due: { readonly amount: string }
  readonly refunds: readonly {
    readonly id: string
    readonly amount: string
    readonly status: string
    readonly note: string
    readonly by: string
    readonly at: string
    readonly error: string | null
    readonly is_final: boolean
  }[]
  readonly actions: readonly DescribedAction[]
  readonly timeline: readonly {
    readonly at: string
    readonly what: string
    readonly detail: string | null
    readonly by: string | null
  }[]
  readonly failing: readonly { readonly task: string; readonly attempts: number; readonly error: string }[]
}

export interface DescribedAction {
  readonly action: string
  readonly asks: "reason" | "refund"
  readonly case_id: string | null
  readonly button: string
  readonly title: string
  readonly effect: string
  readonly confirm: string
}

export interface UnmarkedPayment {
  readonly sessionId: string
  /** Idempotent. */
  readonly markCaptured: () => Promise<void>
}

/** A way to pay. It decides under the payment's lock and stores everything in one transaction; what is beside that is here. */
export interface MethodDefinition {
  readonly id: string
  /** What its messages of the outbox mean. @param concurrency effects of different orders in progress at the same time */
  readonly topics: (container: MedusaContainer, concurrency?: number) => Readonly<Record<string, Topic>>
  /** An order's payments without the method's own mark of their capture, for a method that keeps one: Medusa may have captured them. */
  readonly unmarked?: (container: MedusaContainer, orderId: string) => Promise<readonly UnmarkedPayment[]>
  /** An order's payments as staff read them, the newest first. */
  readonly payments: (
    container: MedusaContainer,
    orderId: string,
  ) => Promise<readonly { readonly method: string; readonly id: string }[]>
  /** The order of each open case, the longest waiting first: at most 200, by one statement. */
  readonly ordersWithCases: (
    container: MedusaContainer,
  ) => Promise<readonly { readonly orderId: string; readonly since: string }[]>
  /** The open cases, of these orders alone where they are named. The number of statements does not depend on theirs. */
  readonly openCases: (
    container: MedusaContainer,
    orderIds: readonly string[] | null,
  ) => Promise<readonly OpenCase[]>
  readonly closedCases: (container: MedusaContainer, limit: number) => Promise<readonly ClosedCase[]>
  /** Null: it has no such payment. */
  readonly orderOf: (container: MedusaContainer, paymentId: string) => Promise<string | null>
  /** Once for each idempotency key. `poll` asks the outside at once. @throws ActionRefusal, MedusaError: no change */
  readonly perform: (
    container: MedusaContainer,
    paymentId: string,
    by: StaffMember,
    body: unknown,
  ) => Promise<void>
}

const methods = new Map<string, MethodDefinition>()

/** Makes a method known to staff's panel, lists and actions, and to the outbox. To be called while the application loads. */
export function definePaymentMethod(method: MethodDefinition): void {
  methods.set(method.id, method)
}

async function ofEach<Result>(
  read: (method: MethodDefinition) => Promise<readonly Result[]>,
): Promise<Result[]> {
  return (await Promise.all([...methods.values()].map(read))).flat()
}

/** What the messages of all payment methods mean. */
export function paymentTopics(
  container: MedusaContainer,
  concurrency?: number,
): Readonly<Record<string, Topic>> {
  return Object.fromEntries(
    [...methods.values()].flatMap((method) => Object.entries(method.topics(container, concurrency))),
  )
}

export async function readUnmarked(container: MedusaContainer, orderId: string): Promise<UnmarkedPayment[]> {
  return ofEach(async ({ unmarked }) => (await unmarked?.(container, orderId)) ?? [])
}

export async function readPayments(container: MedusaContainer, orderId: string) {
  return ofEach((method) => method.payments(container, orderId))
}

/** The open cases of all methods, the longest waiting first. */
export async function readOpenCases(
  container: MedusaContainer,
  orderIds: readonly string[] | null = null,
): Promise<OpenCase[]> {
  const cases = await ofEach((method) => method.openCases(container, orderIds))
  return cases.sort((one, other) => one.since.localeCompare(other.since))
}

/** The orders of the open cases, one entry for each case, without what is to be decided. */
export async function findOrdersWithCases(
  container: MedusaContainer,
): Promise<{ method: string; orderId: string; since: string }[]> {
  const found = await ofEach(async (method) =>
    (await method.ordersWithCases(container)).map((row) => ({ ...row, method: method.id })),
  )
  return found.sort((one, other) => one.since.localeCompare(other.since))
}

const LISTED = 20

const WEIGHTS = ["failing", "owed"]
const weightOf = ({ kind }: OpenCase) => (WEIGHTS.indexOf(kind) + WEIGHTS.length + 1) % (WEIGHTS.length + 1)

/** The orders with open cases, each with all its reasons: at most twenty, and whether there are more. */
export async function listOrdersWithCases(container: MedusaContainer) {
  const found = await findOrdersWithCases(container)
  const orders = [...new Set(found.map(({ orderId }) => orderId))]
  const listed = orders.slice(0, LISTED)
  const open = listed.length === 0 ? [] : await readOpenCases(container, listed)
  const cases = listed.flatMap((id) => {
    const ofOrder = open.filter(({ orderId }) => orderId === id)
    const [first] = ofOrder
    if (first === undefined) return []
    const byWeight = [...ofOrder].sort((one, other) => weightOf(one) - weightOf(other))
    const reasons = [...new Set(byWeight.flatMap((one) => one.reasons))]
    return [{ order_id: id, display_id: first.number, since: first.since, reasons }]
  })
  return { cases, has_more: orders.length > LISTED }
}

export async function readClosedCases(container: MedusaContainer, limit: number): Promise<ClosedCase[]> {
  const closed = await ofEach((method) => method.closedCases(container, limit))
  return closed.sort((one, other) => other.at.localeCompare(one.at)).slice(0, limit)
}

/** An answer to staff that has more than the sentence which Medusa's error handler sends. */
export class ActionRefusal extends Error {
  constructor(
    readonly status: number,
    readonly body: { readonly message: string; readonly [field: string]: unknown },
  ) {
    super(body.message)
    this.name = "ActionRefusal"
  }
}

/** What the actions of all methods have in common. A repeated key changes nothing. */
export const idempotencyKey = z
  .string()
  .regex(/^[\w-]{8,64}$/, "An idempotency key has 8 to 64 letters and digits.")
export const reason = z.string("Say why.").trim().max(500, "Keep it below 500 characters.")
export const requiredReason = reason.min(5, "Say why, in a few words.")

const memberRow = z.object({ id: z.string(), email: z.string() })
const EFFECTS_TIMEOUT_MS = 8000

/** The member of staff who calls. @throws MedusaError `forbidden` for a key, which no one answers for */
export async function findMember(container: MedusaContainer, userId: string): Promise<StaffMember> {
  const [by] = await queryGraph(container, memberRow, { entity: "user", filters: { id: userId } })
  if (by !== undefined) return by
  throw new MedusaError(
    MedusaError.Types.FORBIDDEN,
    "This is decided by a member of staff, under their name.",
  )
}

/**
 * Performs what a member of staff decided, and waits for the first attempt at its effects: staff see the capture or the
 * refund at once, and the worker retries what fails. Returns the order's id. @throws as `MethodDefinition.perform`
 */
export async function performAction(
  container: MedusaContainer,
  paymentId: string,
  userId: string,
  body: unknown,
): Promise<string> {
  const found = await ofEach(async (method) => {
    const orderId = await method.orderOf(container, paymentId)
    return orderId === null ? [] : [{ method, orderId }]
  })
  const [payment] = found
  if (payment === undefined)
    throw new MedusaError(MedusaError.Types.NOT_FOUND, "There is no such payment.", "no_payment")
  const by = await findMember(container, userId)
  await payment.method.perform(container, paymentId, by, body)
  const outbox = container.resolve(OUTBOX)
  await outbox.processOrder(paymentTopics(container), payment.orderId, EFFECTS_TIMEOUT_MS)
  return payment.orderId
}
