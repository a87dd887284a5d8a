import fc from "fast-check"
import { LEASE_MS } from "medusa-payments/modules/outbox"
import type { Fate } from "./model-chain"
import type { Incident } from "./model-process"

const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE

/** `rounded`: the least that is enough; `short`: a satoshi less. */
export type Share = "exact" | "rounded" | "short" | "half" | "the rest" | "double" | "dust"
export type Replacement = "the same" | "less" | "another address" | "another invoice"

/** What the network, the buyers and the staff do. Numbers are indexes, modulo how many there are. */
export type Event =
  | { readonly do: "place"; readonly pence: bigint }
  | { readonly do: "renew" | "cancel" | "refund" | "change method"; readonly order: number }
  | { readonly do: "change"; readonly order: number; readonly pence: bigint }
  | { readonly do: "pay"; readonly invoice: number; readonly share: Share }
  | { readonly do: "pay last" }
  | { readonly do: "pay two"; readonly invoices: readonly [number, number]; readonly share: Share }
  | { readonly do: "replace"; readonly transaction: number; readonly by: Replacement }
  | { readonly do: "double spend" | "rebroadcast"; readonly transaction: number }
  | {
      readonly do: "mine"
      readonly count: number
      readonly isEmpty: boolean
      readonly skew: number
    }
  | { readonly do: "reorganise"; readonly depth: number; readonly fate: Fate }
  | { readonly do: "wait"; readonly ms: number }
  | { readonly do: "outage" | "hiccup" | "lag"; readonly calls: number }
  | { readonly do: "rate"; readonly pounds: string }

export interface Accident {
  readonly atCall: number
  readonly dies: Incident["dies"]
  readonly meanwhile: Event | null
}

export type Command =
  | Event
  | { readonly do: "ask lightning"; readonly by: 0 | 1; readonly accident: Accident | null }
  /** What the page of one of the placed invoices has shown; `percent` of its amount. */
  | { readonly do: "pay by lightning"; readonly invoice: number; readonly percent: 100n | 150n }
  | { readonly do: "node away"; readonly calls: number; readonly takesEffect: boolean }
  /** Whether the node can end an invoice that nobody is to pay any more: phoenixd cannot. */
  | { readonly do: "node ends"; readonly canCancel: boolean }
  /** The node starts again from a copy of its files of so long ago. */
  | { readonly do: "restore node"; readonly ms: number }
  | { readonly do: "claim"; readonly invoice: number; readonly text: string }
  | { readonly do: "poll"; readonly by: 0 | 1; readonly accident: Accident | null }
  | { readonly do: "process outbox"; readonly by: 0 | 1; readonly accident: Accident | null }
  | { readonly do: "restart"; readonly by: 0 | 1 }
  /** Both processes act as the leader. */
  | {
      readonly do: "race"
      readonly picks: readonly number[]
      readonly accident: Accident | null
      readonly processesOutbox: boolean
    }

const index = fc.nat(11)
const share = fc.constantFrom<Share[]>(
  ...(["exact", "exact", "rounded", "short", "half", "the rest", "double", "dust"] as const),
)
/** Under £100, under £1,000 and above: one, three and six confirmations. */
/** From the least that the network carries at each of the rates. */
const pence = fc.constantFrom(26n, 1_99n, 25_00n, 250_00n, 2_500_00n)

const chainEvent: fc.Arbitrary<Event> = fc.oneof(
  { weight: 6, arbitrary: fc.record({ do: fc.constant("pay"), invoice: index, share }) },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant("pay two"), invoices: fc.tuple(index, index), share }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant("replace"),
      transaction: index,
      by: fc.constantFrom<Replacement[]>("the same", "less", "another address", "another invoice"),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constantFrom("double spend", "rebroadcast"), transaction: index }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant("mine"),
      count: fc.integer({ min: 1, max: 7 }),
      isEmpty: fc.integer({ min: 0, max: 4 }).map((chance) => chance === 0),
      skew: fc.constantFrom(0, 0, -HOUR, HOUR),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant("reorganise"),
      depth: fc.integer({ min: 1, max: 10 }),
      fate: fc.constantFrom<Fate[]>("mempool", "mined", "dropped", "conflicted"),
    }),
  },
)

const event: fc.Arbitrary<Event> = fc.oneof(
  { weight: 1, arbitrary: fc.record({ do: fc.constant("place"), pence }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constantFrom("renew", "cancel"), order: index }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("change"), order: index, pence }) },
  { weight: 17, arbitrary: chainEvent },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant("wait"),
      ms: fc.constantFrom(5 * SECOND, 45 * SECOND, 10 * MINUTE, 61 * MINUTE, 2 * HOUR),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constantFrom("outage", "hiccup", "lag"),
      calls: fc.integer({ min: 1, max: 3 }),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant("rate"),
      pounds: fc.constantFrom("40000", "31234.56", "87654.3"),
    }),
  },
)

const accident = fc.option(
  fc.record({
    // A first poll begins with some twenty calls that verify addresses; storing a poll takes about ten statements.
    atCall: fc.oneof(fc.integer({ min: 1, max: 24 }), fc.integer({ min: 25, max: 50 })),
    dies: fc.constantFrom<Incident["dies"][]>("before", "after", null),
    meanwhile: fc.option(chainEvent),
  }),
)
const by = fc.constantFrom<(0 | 1)[]>(0, 0, 0, 1)

const poll = fc.record({ do: fc.constant("poll"), by, accident })

const command: fc.Arbitrary<Command> = fc.oneof(
  { weight: 24, arbitrary: event },
  { weight: 12, arbitrary: poll },
  { weight: 4, arbitrary: fc.record({ do: fc.constant("process outbox"), by, accident }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("restart"), by }) },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant("race"),
      picks: fc.array(fc.nat(1), { minLength: 1, maxLength: 12 }),
      accident,
      processesOutbox: fc.boolean(),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant("claim"),
      invoice: index,
      text: fc.oneof(
        fc.string(),
        fc.stringMatching(/^[0-9a-f]{64}$/),
        fc.constantFrom("the txid", "another's txid"),
      ),
    }),
  },
)

const fullPoll: Command = { do: "poll", by: 0, accident: null }
const outbox: Command = { do: "process outbox", by: 0, accident: null }
const mine = (count: number): Command => ({ do: "mine", count, isEmpty: false, skew: 0 })
const wait = (ms: number): Command => ({ do: "wait", ms })
const pay = (invoice: number, share: Share): Command => ({ do: "pay", invoice, share })

/** Sequences that chance alone would seldom complete. */
const scenario: fc.Arbitrary<Command[]> = fc.oneof(
  // A quote expires and is renewed, and the new one is paid or not before the hold of the old one ends.
  fc
    .tuple(index, fc.boolean())
    .map(([order, isPaid]): Command[] => [
      wait(61 * MINUTE),
      fullPoll,
      { do: "renew", order },
      ...(isPaid ? [{ do: "pay last" as const }, mine(6), fullPoll, outbox] : []),
      wait(40 * MINUTE),
      fullPoll,
      outbox,
    ]),
  // Paid and mined, and the process dies somewhere before the capture is stored.
  fc
    .tuple(index, fc.integer({ min: 1, max: 12 }), fc.constantFrom("before" as const, "after" as const))
    .map(([invoice, atCall, dies]): Command[] => [
      pay(invoice, "exact"),
      mine(6),
      fullPoll,
      { do: "process outbox", by: 0, accident: { atCall, dies, meanwhile: null } },
      wait(LEASE_MS),
      { do: "process outbox", by: 1, accident: null },
    ]),
  // A reorganisation between two polls.
  fc
    .record({
      depth: fc.integer({ min: 1, max: 10 }),
      fate: fc.constantFrom<Fate[]>("mempool", "dropped", "conflicted"),
    })
    .chain((how) =>
      fc
        .tuple(fc.boolean(), pence, fc.integer({ min: 1, max: 5 }))
        .map(([isNew, price, blocks]): Command[] => [
          ...(isNew
            ? [{ do: "place" as const, pence: price }, { do: "pay last" as const }, mine(blocks)]
            : []),
          fullPoll,
          { do: "reorganise", ...how },
          fullPoll,
        ]),
    ),
  // Half is paid, and the wallet raises the fee.
  index.map((transaction): Command[] => [
    pay(0, "half"),
    fullPoll,
    { do: "replace", transaction, by: "the same" },
    mine(1),
    fullPoll,
  ]),
)

const askLightning: Command = { do: "ask lightning", by: 0, accident: null }
const payByLightning: fc.Arbitrary<Command> = fc.record({
  do: fc.constant("pay by lightning"),
  invoice: index,
  percent: fc.constantFrom(100n, 100n, 150n),
})
const nodeAway: fc.Arbitrary<Command> = fc.record({
  do: fc.constant("node away"),
  calls: fc.integer({ min: 1, max: 4 }),
  takesEffect: fc.boolean(),
})

const historyOf = (maxLength: number, ...more: fc.WeightedArbitrary<Command[]>[]): fc.Arbitrary<Command[]> =>
  fc
    .tuple(
      pence,
      fc.array(
        fc.oneof(
          { weight: 7, arbitrary: command.map((each) => [each]) },
          { weight: 1, arbitrary: scenario },
          ...more,
        ),
        { minLength: 4, maxLength, size: "max" },
      ),
    )
    .map(([first, rest]): Command[] => [{ do: "place", pence: first }, ...rest.flat()])

/** One order, then random commands. */
export const history = historyOf(32)

const change = fc
  .record({ do: fc.constant("change" as const), order: index, pence })
  .map((each): Command[] => [each, { do: "pay last" }])

/** The same, of orders that staff change all the time. */
export const changes = historyOf(
  8,
  { weight: 2, arbitrary: change },
  { weight: 1, arbitrary: change.map(([first]): Command[] => (first ? [first] : [])) },
  { weight: 1, arbitrary: index.map((order): Command[] => [{ do: "refund", order }]) },
  { weight: 2, arbitrary: fc.constant<Command[]>([mine(6), fullPoll, outbox]) },
)

/** Orders that can be paid by Lightning too: by one rail, by both, while the node is away, after the end. */
export const twoRails = historyOf(
  12,
  { weight: 6, arbitrary: payByLightning.map((each): Command[] => [each]) },
  {
    weight: 2,
    arbitrary: payByLightning.map((each): Command[] => [askLightning, each, askLightning, outbox]),
  },
  {
    weight: 4,
    arbitrary: fc
      .record({ do: fc.constant("ask lightning" as const), by, accident })
      .map((each): Command[] => [each]),
  },
  { weight: 1, arbitrary: nodeAway.map((each): Command[] => [each]) },
  { weight: 1, arbitrary: fc.boolean().map((canCancel): Command[] => [{ do: "node ends", canCancel }]) },
  {
    weight: 1,
    arbitrary: fc
      .tuple(payByLightning, fc.boolean(), fc.constantFrom(SECOND, MINUTE, HOUR))
      .map(([paid, isRead, ms]): Command[] => [
        paid,
        ...(isRead ? [wait(10 * SECOND), askLightning] : []),
        { do: "restore node", ms },
        paid,
      ]),
  },
  // Paid by both, and the block of the payment on the chain is undone.
  {
    weight: 1,
    arbitrary: fc
      .tuple(
        index,
        fc.integer({ min: 1, max: 6 }),
        fc.constantFrom<Fate[]>("mempool", "dropped", "conflicted"),
      )
      .map(([invoice, depth, fate]): Command[] => [
        { do: "pay by lightning", invoice, percent: 100n },
        pay(invoice, "exact"),
        mine(depth),
        fullPoll,
        askLightning,
        { do: "reorganise", depth, fate },
        fullPoll,
      ]),
  },
  {
    weight: 1,
    arbitrary: index.map((which): Command[] => [
      askLightning,
      { do: "cancel", order: which },
      { do: "pay by lightning", invoice: which, percent: 100n },
      wait(10 * SECOND),
      askLightning,
    ]),
  },
  // On the chain first, and by Lightning before the node was told.
  { weight: 1, arbitrary: fc.constant<Command[]>([pay(0, "exact"), fullPoll, mine(6), fullPoll, outbox]) },
  { weight: 1, arbitrary: fc.constant<Command[]>([wait(61 * MINUTE), askLightning, fullPoll]) },
  { weight: 1, arbitrary: fc.constant<Command[]>([{ do: "place", pence: 25_00n }, askLightning]) },
)

/** An order of one price that ended in one of all ways, and then received something. The blocks follow. */
export const lateMoney: fc.Arbitrary<Command[]> = fc
  .record({
    price: pence,
    end: fc.constantFrom<Command[][]>(
      [wait(61 * MINUTE), fullPoll],
      [wait(61 * MINUTE), fullPoll, wait(31 * MINUTE), fullPoll, outbox],
      [{ do: "cancel", order: 0 }],
      [fullPoll, { do: "cancel", order: 0 }],
      [{ do: "change method", order: 0 }],
      [wait(61 * MINUTE), fullPoll, { do: "change method", order: 0 }, { do: "cancel", order: 0 }],
      [pay(0, "exact"), mine(6), fullPoll, outbox],
      [pay(0, "exact"), mine(6), fullPoll, outbox, { do: "refund", order: 0 }],
      [pay(0, "half"), fullPoll, wait(76 * MINUTE), mine(6), fullPoll, { do: "refund", order: 0 }],
    ),
    shares: fc.array(share, { minLength: 1, maxLength: 2 }),
    isSeenUnconfirmed: fc.boolean(),
    change: fc.constantFrom<Command[][]>(
      [],
      [{ do: "replace", transaction: 0, by: "the same" }],
      [
        { do: "replace", transaction: 0, by: "less" },
        { do: "replace", transaction: 1, by: "the same" },
      ],
      [{ do: "double spend", transaction: 0 }],
      [mine(1), fullPoll, { do: "reorganise", depth: 1, fate: "mempool" }],
      [mine(1), fullPoll, { do: "reorganise", depth: 1, fate: "conflicted" }],
    ),
  })
  .map(({ price, end, shares, isSeenUnconfirmed, change }): Command[] => [
    { do: "place", pence: price },
    ...end,
    ...shares.map((each) => pay(0, each)),
    // An address of an ended invoice is polled every ten minutes, if the source must be asked about each.
    ...(isSeenUnconfirmed ? [wait(10 * MINUTE), fullPoll] : []),
    ...change,
  ])
