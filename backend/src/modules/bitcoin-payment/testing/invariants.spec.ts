import { HDKey } from "@scure/bip32"
import { WIF } from "@scure/btc-signer"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { descriptorChecksum } from "../adapters/descriptor-checksum"
import { readDescriptor } from "../adapters/descriptor"
import { checkClaims } from "../application/check-claims"
import { evaluate } from "../domain/evaluate"
import { DEFAULT_POLICY } from "../domain/policy"
import { quoteSatoshis } from "../domain/quote"
import type { StoredInvoice } from "../ports/ledger"
import { history, type Command } from "./histories"
import { ModelShop } from "./model-shop"
import type { Coin } from "./model-source"
import { perform } from "./perform"
import { TEST_TIMEOUT } from "./runs"

const sees = fc.constantFrom("addresses" as const, "everything" as const)

/** Runs a random history in a shop of its own, then holds the shop to a promise. */
async function always(
  promise: (shop: ModelShop, commands: readonly Command[]) => Promise<void> | void,
): Promise<void> {
  await fc.assert(
    fc.asyncProperty(sees, history, async (kind, commands) => {
      const shop = new ModelShop(kind)
      await perform(shop, commands)
      await promise(shop, commands)
    }),
  )
}

/** Written once more, from bitcoin.md and not from the code. */
const depthWanted = (pence: bigint) => (pence < 10_000n ? 1 : pence < 100_000n ? 3 : 6)
const worth = (coins: readonly Coin[]) => coins.reduce((sum, { amount }) => sum + amount, 0n)
const notDust = (coins: readonly Coin[]) => coins.filter(({ amount }) => amount >= 294n)

/** What the chain holds for an invoice at this moment. */
function coinsOf({ chain }: ModelShop, { address }: StoredInvoice): Coin[] {
  const live = chain.transactions().filter(({ txid }) => chain.isLive(txid))
  return notDust(
    live.flatMap(({ txid, outputs }) =>
      outputs
        .filter((output) => output.address === address)
        .map(({ amount }) => ({ amount, depth: chain.depthOf(txid) })),
    ),
  )
}

/** The most confirmations that coins worth `due` all have; 0 when they are not worth that much. */
function depthOfPayment(coins: readonly Coin[], due: bigint): number {
  const depths = coins
    .map(({ depth }) => depth)
    .filter((wanted) => {
      return worth(coins.filter(({ depth }) => depth >= wanted)) >= due
    })
  return Math.max(0, ...depths)
}

describe(
  "the twelve invariants, over a model chain with crashes, outages and two watchers",
  TEST_TIMEOUT,
  () => {
    it("1: no private key parses, and no refusal repeats it", () => {
      const seed = fc.uint8Array({ minLength: 32, maxLength: 32 })
      const versions = fc.constantFrom(
        { public: 0x0488b21e, private: 0x0488ade4 },
        { public: 0x043587cf, private: 0x04358394 },
        { public: 0x049d7cb2, private: 0x049d7878 },
        { public: 0x04b24746, private: 0x04b2430c },
      )
      const shape = fc.constantFrom(
        (key: string) => key,
        (key: string) => `wpkh(${key}/0/*)`,
        (key: string) => `sh(wpkh([73c5da0a/49h/0h/0h]${key}/0/*))`,
        (key: string) => `pkh(${key})`,
      )
      const network = fc.constantFrom(
        "mainnet" as const,
        "testnet" as const,
        "signet" as const,
        "regtest" as const,
      )
      fc.assert(
        fc.property(
          seed,
          versions,
          shape,
          fc.boolean(),
          fc.boolean(),
          network,
          (bytes, version, wrap, isPlain, isSigned, net) => {
            const root = HDKey.fromMasterSeed(bytes, version)
            const secret = isPlain ? WIF().encode(root.privateKey ?? bytes) : root.privateExtendedKey
            const body = wrap(secret)
            const text = isSigned && body !== secret ? `${body}#${descriptorChecksum(body)}` : body
            const refusal = refusalOf(() => readDescriptor(text, net))
            expect(refusal).toBeInstanceOf(Error)
            expect(String(refusal)).not.toContain(secret)
          },
        ),
      )
    })

    it("2: an address belongs to one invoice for ever (the model's part; the database's is its unique constraints)", async () => {
      await always((shop) => {
        const addresses = shop.ledger.invoices().map(({ address }) => address)
        expect(new Set(addresses).size).toBe(addresses.length)
        // No gap either: a wallet stops looking after twenty.
        expect(shop.ledger.invoices().map(({ addressIndex }) => addressIndex)).toEqual(
          addresses.map((_, index) => index),
        )
      })
    })

    it("3: confirmed, and so captured, means distinct outputs, each deep enough at that poll, worth what is due", async () => {
      await always((shop) => {
        for (const { invoice, verdict, truth } of shop.judgements) {
          if (verdict.state !== "confirmed") continue
          const deep = notDust(truth.get(invoice.address) ?? []).filter(
            ({ depth }) => depth >= depthWanted(invoice.pricePence),
          )
          expect(worth(deep)).toBeGreaterThanOrEqual(invoice.due)
        }
        const confirmed = new Set(
          shop.judgements
            .filter(({ verdict }) => verdict.state === "confirmed")
            .map(({ invoice }) => invoice.id),
        )
        for (const { capturedFor } of shop.orders)
          for (const id of capturedFor) expect(confirmed).toContain(id)
      })
    })

    it("4: an order is captured at most once, each mail is sent at most once, and 'paid' only after the capture", async () => {
      await always((shop) => {
        for (const { capturedFor } of shop.orders) expect(capturedFor.length).toBeLessThanOrEqual(1)
        const deeds = shop.books.deeds.map(({ kind, invoiceId }) => `${kind} ${invoiceId}`)
        expect(new Set(deeds).size).toBe(deeds.length)
        expect(new Set(shop.ledger.outbox.done).size).toBe(shop.ledger.outbox.done.length)
        for (const { kind, invoiceId } of shop.books.deeds)
          if (kind === "mail_confirmed")
            expect(deeds.indexOf(`capture ${invoiceId}`)).toBeLessThan(
              deeds.indexOf(`mail_confirmed ${invoiceId}`),
            )
      })
    })

    it("5: nothing that a buyer sends moves an invoice: with claims or without, the same happens", async () => {
      await fc.assert(
        fc.asyncProperty(sees, history, async (kind, commands) => {
          const shop = new ModelShop(kind)
          await perform(shop, commands)
          const silent = new ModelShop(kind)
          await perform(
            silent,
            commands.filter((command) => command.do !== "claim"),
          )
          expect(shop.ledger.shelves.transitions).toEqual(silent.ledger.shelves.transitions)
          expect(shop.books.deeds).toEqual(silent.books.deeds)

          const before = shop.ledger.backup()
          shop.faults.outage = 0
          await checkClaims(shop.ledger, shop.processes[0].source, shop.chain.now)
          expect({ ...shop.ledger.backup(), claims: null }).toEqual({ ...before, claims: null })
        }),
      )
    })

    it("6: while the source is silent nothing changes, however long it lasts and whoever starts again", async () => {
      await always(async (shop) => {
        const before = shop.ledger.backup()
        const [watcher, newcomer] = shop.processes
        for (const pause of [1000, 3_600_000, 86_400_000]) {
          shop.faults.outage = Number.MAX_SAFE_INTEGER
          shop.chain.now += pause
          // Silent from the start, or only after it told the tip, which was to be followed by the outputs.
          for (const answers of [0, 1]) {
            shop.faults.answers = answers
            expect(await watcher.poll()).toBe(false)
          }
          newcomer.restart()
          shop.faults.answers = 2
          expect(await newcomer.poll()).toBe(false)
        }
        expect(shop.ledger.backup()).toEqual(before)
      })
    })

    it("6: an invoice expires only by a poll that started after its end and asked for its address", async () => {
      await always((shop) => {
        for (const { invoice, verdict, pollStartedAt, isAsked } of shop.judgements)
          if (verdict.state === "expired" && invoice.closed === null) {
            expect(pollStartedAt).toBeGreaterThan(invoice.expiresAt)
            expect(isAsked).toBe(true)
          }
      })
    })

    it("6: what one single poll does not find is not believed gone", async () => {
      await always(async (shop) => {
        await shop.settle()
        const before = shop.ledger.backup()
        shop.faults.hiccups = 1
        await shop.processes[0].poll()
        const { transitions, messages } = shop.ledger.backup()
        expect({ transitions, messages }).toEqual({
          transitions: before.transitions,
          messages: before.messages,
        })
        expect([...shop.ledger.shelves.outputs.values()].filter(({ status }) => status === "gone")).toEqual(
          [...before.outputs.values()].filter(({ status }) => status === "gone"),
        )
      })
    })

    it("7: after any crash the state is what the facts say, and the facts are what the chain says", async () => {
      await always(async (shop) => {
        await shop.settle()
        const { chain, ledger } = shop
        for (const invoice of ledger.invoices()) {
          const view = { height: chain.tip.height, observedAt: invoice.lastPollAt }
          const verdict = evaluate(invoice, ledger.outputsOf(invoice.id), view, DEFAULT_POLICY)
          const { state, received, confirmations } = verdict
          expect(invoice).toMatchObject({ state, received, confirmations })
          const coins = coinsOf(shop, invoice)
          expect(received).toBe(worth(coins))
          expect(confirmations).toBe(depthOfPayment(coins, invoice.due))
        }
      })
    })

    it("7: of two watchers that judged the same version of an invoice, one loses", async () => {
      await always((shop) => {
        const versions = shop.ledger.verdicts.map(({ invoice }) => `${invoice.id} ${invoice.version}`)
        expect(new Set(versions).size).toBe(versions.length)
      })
    })

    it("7: a source that says everything twice and in another order tells the same", async () => {
      await fc.assert(
        fc.asyncProperty(sees, history, async (kind, commands) => {
          const [orderly, scrambled] = [new ModelShop(kind), new ModelShop(kind)]
          scrambled.faults.isScrambled = true
          await perform(orderly, commands)
          await perform(scrambled, commands)
          expect(scrambled.ledger.shelves.transitions).toEqual(orderly.ledger.shelves.transitions)
          expect(scrambled.ledger.shelves.invoices).toEqual(orderly.ledger.shelves.invoices)
          expect(scrambled.books.deeds).toEqual(orderly.books.deeds)
        }),
      )
    })

    it("8: the satoshis credited are the satoshis on our addresses, whoever's transaction they share", async () => {
      await always(async (shop) => {
        await shop.settle()
        const credited = shop.ledger.invoices().reduce((sum, { received }) => sum + received, 0n)
        const { chain } = shop
        const onChain = chain
          .transactions()
          .filter(({ txid }) => chain.isLive(txid))
          .flatMap(({ outputs }) => outputs)
          .filter(({ amount }) => amount >= 294n)
          .reduce((sum, { amount }) => sum + amount, 0n)
        expect(credited).toBe(onChain)
      })
    })

    it("9: an old expired invoice never cancels an order that another one paid", async () => {
      await always(async (shop) => {
        await shop.settle()
        shop.chain.now += 86_400_000
        await shop.settle()
        for (const { status, capturedFor } of shop.orders)
          if (capturedFor.length > 0) expect(status).toBe("pending")
        for (const { kind, invoiceId, orderId } of shop.books.deeds)
          if (kind === "cancel") expect((await shop.ledger.invoiceOfOrder(orderId))?.id).toBe(invoiceId)
      })
    })

    it("10: stock is reserved once and released once, when its order is cancelled (the model's part; Medusa's is in its tests)", async () => {
      await always(async (shop) => {
        await shop.settle()
        for (const { reserved, released, status } of shop.orders) {
          expect(reserved).toBe(1)
          expect(released).toBe(status === "canceled" ? 1 : 0)
        }
      })
    })

    it("11: money is integers: a bigint in every fact and verdict, and every other number is whole", async () => {
      await always((shop) => {
        const { invoices, outputs, messages } = shop.ledger.shelves
        for (const row of [...invoices.values(), ...outputs.values(), ...messages.values()])
          for (const value of Object.values(row))
            if (typeof value === "number") expect(Number.isSafeInteger(value)).toBe(true)
        for (const { due, pricePence, received } of invoices.values())
          expect([typeof due, typeof pricePence, typeof received]).toEqual(["bigint", "bigint", "bigint"])
        for (const { verdict } of shop.judgements)
          for (const [name, value] of Object.entries(verdict))
            if (name === "received" || name === "remaining") expect(typeof value).toBe("bigint")
            else if (typeof value === "number") expect(Number.isSafeInteger(value)).toBe(true)
      })
    })

    it("12: a quote never changes once issued, and is the price at the rate of that moment", async () => {
      await always((shop) => {
        for (const promised of shop.promised) {
          expect(shop.ledger.shelves.invoices.get(promised.id)).toMatchObject(promised)
          expect(promised.due).toBe(quoteSatoshis(promised.pricePence, promised.rate))
        }
      })
    })
  },
)

function refusalOf(attempt: () => unknown): unknown {
  try {
    attempt()
    return null
  } catch (refusal) {
    return refusal
  }
}
