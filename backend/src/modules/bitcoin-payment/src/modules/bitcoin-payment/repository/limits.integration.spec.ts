import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest"
import { z } from "@medusajs/framework/zod"
import { checkClaims } from "../application/check-claims"
import { createGapGuard } from "../application/gap-guard"
import { ModelDatabase } from "../testing/model-database"
import { ModelShop } from "../testing/model-shop"
import { recordClaim } from "./claims"
import { rows } from "./database"
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
      }).requireAddressInReach()
    for (let order = 0; order < 19; order += 1) await shop.place(500n)
    await expect(inReach()).resolves.toBeUndefined()
    const twentieth = await shop.place(500n)
    await expect(inReach()).rejects.toMatchObject({ name: "TooManyUnpaidAddresses" })
    await expect(inReach(40)).resolves.toBeUndefined()
    await expect(inReach(null)).resolves.toBeUndefined()
    shop.chain.send([{ address: twentieth.address, amount: twentieth.due }])
    await shop.processes[0].poll()
    await expect(inReach()).resolves.toBeUndefined()
  })
})
