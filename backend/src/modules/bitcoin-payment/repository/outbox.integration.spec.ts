import { afterAll, beforeAll, expect, it } from "vitest"
import { ModelDatabase } from "../testing/model-database"
import { ModelShop } from "../testing/model-shop"
import { processOutbox } from "./outbox"

let database: ModelDatabase
beforeAll(async () => {
  database = await ModelDatabase.create()
})
afterAll(() => database.destroy())

it("limits a round to the messages of one order, as a staff request does", async () => {
  const shop = await ModelShop.open("everything", database)
  const [mine, other] = [await shop.place(5_00n), await shop.place(5_00n)]
  for (const { address, due } of [mine, other]) shop.chain.send([{ address, amount: due }])
  await shop.processes[0].poll()
  const round = async (onlyOrderId?: string) => {
    const orders = new Set<string>()
    await processOutbox(
      database.pool,
      shop.chain.now,
      async (_message, { orderId }) => {
        orders.add(orderId)
        return "done"
      },
      (_message, error) => {
        throw error
      },
      null,
      onlyOrderId,
    )
    return [...orders]
  }
  expect(await round(mine.orderId)).toEqual([mine.orderId])
  expect(await round()).toEqual([other.orderId])
})
