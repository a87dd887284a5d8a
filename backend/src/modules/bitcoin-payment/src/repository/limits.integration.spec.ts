import fc from "fast-check"
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from "vitest"
import { z } from "@medusajs/framework/zod"
import { checkClaims } from "../application/check-claims"
import { createGapGuard, KNOWN_BUYER } from "../application/gap-guard"
import { createWalletCare } from "../application/wallet-care"
import { satoshis } from "../domain/satoshis"
import { ModelDatabase } from "../testing/model-database"
import { ModelShop } from "../testing/model-shop"
import { recordClaim } from "./claims"
import { rows } from "medusa-payments/database"
import { useWallet } from "./wallets"

const MINUTE = 60_000

let database: ModelDatabase
beforeAll(async () => {
  database = await ModelDatabase.create()
})
afterAll(() => database.destroy())
beforeEach(() => database.clear())

const claimRow = z.object({ transaction_id: z.string(), verdict: z.string(), checks: z.number() })
const claims = async () =>
  (await rows(database.pool, "select * from bitcoin_claim order by created_at")).map((row) =>
    claimRow.parse(row),
  )
const txid = (number: number) => number.toString(16).padStart(64, "0")

describe("the transaction ids that a buyer sends", () => {
  it("are five for an invoice, also when two hundred come at once", async () => {
    const shop = await ModelShop.open("addresses", database)
    const [first, second] = [await shop.place(500n), await shop.place(500n)]
    await Promise.all(
      Array.from({ length: 200 }, (_, number) =>
        recordClaim(database.pool, first.id, txid(number), "pending"),
      ),
    )
    await recordClaim(database.pool, second.id, txid(1), "pending")
    expect(await claims()).toHaveLength(6)
  })

  it("are looked up with growing pauses, and no more when the invoice has ended", async () => {
    const shop = await ModelShop.open("addresses", database)
    const invoice = await shop.place(500n)
    await recordClaim(database.pool, invoice.id, txid(1), "pending")
    const { source } = shop.processes[0]
    const lookedUpAt: number[] = []
    const startedAt = shop.chain.now
    for (let second = 0; second <= 30 * 60; second += 5) {
      const now = startedAt + second * 1000
      await database.setTime(now)
      const [before] = await claims()
      await checkClaims(database.pool, source, now)
      const [after] = await claims()
      if (after?.checks !== before?.checks) lookedUpAt.push(second)
    }
    expect(lookedUpAt).toEqual([0, 15, 45, 105, 225, 465, 945, 1545])
    await database.pool.raw("update bitcoin_invoice set state = 'expired'")
    await checkClaims(database.pool, source, startedAt + 120 * MINUTE)
    expect((await claims())[0]?.checks).toBe(lookedUpAt.length)
  })
})

describe("the unpaid addresses", () => {
  it("end at the wallet's gap limit, and begin anew behind the last one that money reached", async () => {
    const shop = await ModelShop.open("addresses", database)
    const wallet = await useWallet(database.pool, "descriptor of the model", "regtest")
    const inReach = (gapLimit: number | null = 20) =>
      createGapGuard({
        db: database.pool,
        wallet: () => Promise.resolve(wallet),
        gapLimit,
      }).requireAddressInReach(KNOWN_BUYER)
    for (let order = 0; order < 18; order += 1) await shop.place(500n)
    await expect(inReach()).resolves.toBeUndefined()
    const last = await shop.place(500n)
    await expect(inReach()).rejects.toMatchObject({ name: "TooManyUnpaidAddresses" })
    await expect(inReach(40)).resolves.toBeUndefined()
    await expect(inReach(null)).resolves.toBeUndefined()
    shop.chain.send([{ address: last.address, amount: last.due }])
    await shop.processes[0].poll()
    await expect(inReach()).resolves.toBeUndefined()
  })

  it("are kept for buyers whom the shop knows when the run is nearly full", async () => {
    const { shop, guard } = await guarded()
    const stranger = { isKnown: () => Promise.resolve(false) }
    for (let order = 0; order < 13; order += 1) await shop.place(500n)
    await expect(guard.requireAddressInReach(stranger)).resolves.toBeUndefined()
    expect(await guard.warning()).toBeNull()
    await shop.place(500n)
    await expect(guard.requireAddressInReach(stranger)).rejects.toMatchObject({
      sentence:
        "Many Bitcoin orders are waiting for their payment, so at the moment we take new ones only from buyers we know: " +
        "sign in, or use the email address of an order that you paid or whose link in our email you opened.",
    })
    await expect(guard.requireAddressInReach(KNOWN_BUYER)).resolves.toBeUndefined()
    expect(await guard.warning()).toContain("14 addresses in a row")
  })

  it("have another limit as soon as staff say so, under their name", async () => {
    const { shop, guard, care } = await guarded()
    for (let order = 0; order < 19; order += 1) await shop.place(500n)
    await expect(guard.requireAddressInReach(KNOWN_BUYER)).rejects.toThrow("gap limit is 20")
    await Promise.all([care.setGapLimit(200, ADA), care.setGapLimit(200, ADA)])
    await expect(guard.requireAddressInReach(KNOWN_BUYER)).resolves.toBeUndefined()
    expect(await care.state()).toMatchObject({
      unpaid: 19,
      limit: 200,
      change: { limit: 200, by: ADA.email },
    })
    expect(await rows(database.pool, "select gap_limit from bitcoin_wallet_change")).toHaveLength(1)
    await expect(rows(database.pool, "delete from bitcoin_wallet_change")).rejects.toThrow(
      "not changed afterwards",
    )
  })

  it("end with a payment of the merchant's own, at an address that no order gets", async () => {
    const { shop, guard, care } = await guarded()
    expect(await care.ownPayment(ADA)).toEqual({ ok: false, reason: "no_run" })
    for (let order = 0; order < 19; order += 1) await shop.place(500n)
    const both = await Promise.all([care.ownPayment(ADA), care.ownPayment(ADA)])
    const [address = "", other] = both.map((answer) =>
      answer.ok ? answer.ownAddress.address : answer.reason,
    )
    expect(other).toBe(address)
    expect(await care.state()).toMatchObject({ unpaid: 20, ownAddress: { address, seenAt: null } })
    await expect(guard.requireAddressInReach(KNOWN_BUYER)).rejects.toThrow("20 addresses in a row")
    shop.chain.send([{ address, amount: satoshis(1000n) }])
    expect(await care.ownPayment(ADA)).toMatchObject({ ok: true, ownAddress: { address, isOpen: false } })
    await expect(guard.requireAddressInReach(KNOWN_BUYER)).resolves.toBeUndefined()
    expect(await care.state()).toMatchObject({ unpaid: 0 })
  })

  it("whose next one the wallet does not show need a higher limit first", async () => {
    const { shop, care } = await guarded()
    for (let order = 0; order < 20; order += 1) await shop.place(500n)
    expect(await care.ownPayment(ADA)).toEqual({ ok: false, reason: "out_of_reach" })
    await care.setGapLimit(40, ADA)
    expect(await care.ownPayment(ADA)).toMatchObject({ ok: true })
  })

  it("never belong to two orders, nor to an order and the merchant, whatever happens at once", async () => {
    const event = fc.constantFrom(
      "order",
      "two orders",
      "own payment",
      "order and own payment",
      "pay",
      "pay own",
    )
    await fc.assert(
      fc.asyncProperty(fc.array(event, { maxLength: 25 }), async (events) => {
        const { shop, care } = await guarded(1000)
        const own = () => care.ownPayment(ADA)
        for (const each of events) {
          if (each === "order") await shop.place(500n)
          if (each === "two orders") await Promise.all([shop.place(500n), shop.place(500n)])
          if (each === "own payment") await own()
          if (each === "order and own payment") await Promise.all([shop.place(500n), own(), own()])
          const last = shop.placed.at(-1)
          if (each === "pay" && last) shop.chain.send([{ address: last.address, amount: last.due }])
          const { ownAddress } = await care.state()
          if (each === "pay own" && ownAddress)
            shop.chain.send([{ address: ownAddress.address, amount: satoshis(1000n) }])
          await shop.processes[0].poll()
        }
        const taken = await rows(
          database.pool,
          `select address, address_index from bitcoin_invoice union all select address, address_index from bitcoin_own_address`,
        )
        const given = z.array(z.object({ address: z.string(), address_index: z.number() })).parse(taken)
        expect(new Set(given.map(({ address }) => address)).size).toBe(given.length)
        expect(given.map(({ address_index }) => address_index).sort((one, two) => one - two)).toEqual(
          given.map((_, index) => index),
        )
      }),
      { numRuns: 20 },
    )
  })
})

const ADA = { id: "user_1", email: "ada@shop.test" }

/** A shop whose wallet shows this many unused addresses in a row. */
async function guarded(gapLimit = 20) {
  // Its rows cannot be deleted.
  onTestFinished(async () => {
    await database.pool.raw("truncate bitcoin_wallet_change")
  })
  const shop = await ModelShop.open("addresses", database)
  const wallet = () => useWallet(database.pool, "descriptor of the model", "regtest")
  const guard = createGapGuard({ db: database.pool, wallet, gapLimit })
  const [{ source, quotes }] = shop.processes
  const care = createWalletCare({
    db: database.pool,
    chain: source,
    wallet,
    opening: quotes.opening,
    gapGuard: guard,
  })
  return { shop, guard, care }
}
