import { z } from "zod"
import { buyInBitcoin } from "../../backend/integration/harness/bare-checkout"
import { eventually } from "../../backend/integration/harness/regtest"
import type { TriedPlugin } from "./start"

const paymentAnswer = z.object({ bitcoin_payment: z.object({ address: z.string(), state: z.string() }) })

/** Makes an order of each kind that staff see. @returns the orders' ids by kind */
export async function makeOrders({ call, network, ask }: TriedPlugin) {
  const paymentOf = async (orderId: string) =>
    (await call(paymentAnswer, `/store/orders/${orderId}/bitcoin-payment`)).bitcoin_payment
  const reaches = (orderId: string, wanted: string) =>
    eventually(
      () => paymentOf(orderId),
      ({ state }) => state === wanted,
    )
  async function pay(currency: string, ...payments: bigint[]): Promise<string> {
    const orderId = await buyInBitcoin(call, currency)
    const { address } = await paymentOf(orderId)
    for (const sats of payments) await network.pay(address, sats)
    return orderId
  }

  // First: the reorganisation drops what is in the last block.
  const undone = await pay("gbp", 30_850n)
  await network.mine()
  await reaches(undone, "confirmed")
  await eventually(
    () => ask("select 1 from bitcoin_invoice where order_id = $1 and captured_at is not null", [undone]),
    (rows) => z.array(z.unknown()).parse(rows).length > 0,
  )
  await network.reorganise(1, { dropTransactions: true })
  await reaches(undone, "review")

  const paid = await pay("gbp", 30_850n)
  const overpaid = await pay("jpy", 20_000n, 40_000n)
  const underpaid = await pay("gbp", 30_000n)
  const short = await pay("gbp", 20_000n)
  await network.mine()
  await reaches(short, "underpaid")
  // Its time to pay is over, and its order is held for some minutes more.
  await ask(
    "update bitcoin_invoice set expires_at = now() - interval '16 minutes', next_poll_at = now() where order_id = $1",
    [short],
  )
  await Promise.all([reaches(paid, "confirmed"), reaches(overpaid, "confirmed"), reaches(short, "review")])
  const awaiting = await pay("gbp")
  const seen = await pay("gbp", 30_850n)
  await reaches(seen, "seen")
  return { awaiting, seen, underpaid, short, paid, overpaid, undone }
}
