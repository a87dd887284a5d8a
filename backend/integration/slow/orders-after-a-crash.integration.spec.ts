import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { z } from "zod"
import { send } from "../harness/call"
import { browserOf, checkoutOf, fillCart, order, tryOrder } from "../harness/checkout"
import { freshCartId, makeProduct, type MadeProduct } from "../harness/fixtures"
import { startKillableBitcoinShop, type KillableBitcoinShop } from "../harness/killable-bitcoin-shop"
import { askDatabase } from "../harness/postgres"
import { deliver, pack, ship } from "../harness/parcel"
import { paymentReviewOf } from "../harness/payment-review"
import { eventually } from "../harness/regtest"
import { runJob } from "../harness/run-job"
import { oneOf } from "../harness/sampled"
import { signInStaff } from "../harness/staff"

let bitcoin: KillableBitcoinShop
beforeAll(async () => {
  bitcoin = await startKillableBitcoinShop("orders_crash")
})
afterAll(() => bitcoin.stop())

/** An order whose shop was killed while it wrote into this table. */
async function interruptOrderAt(
  table: "order_cart" | "bitcoin_invoice",
): Promise<{ cartId: string; product: MadeProduct }> {
  const { url } = await bitcoin.shop.up()
  const product = await makeProduct(await signInStaff(url), { stock: 1 })
  const cartId = await fillCart(product, 1, freshCartId(), url)
  await bitcoin.shop.killAt(`insert on ${table}`, async () => {
    await expect(tryOrder(checkoutOf(cartId, 5), url)).rejects.toThrow()
  })
  return { cartId, product }
}

const reservationsOf = ({ inventoryItemId }: MadeProduct) =>
  askDatabase(
    bitcoin.database,
    "select 1 from reservation_item where inventory_item_id = $1 and deleted_at is null",
    [inventoryItemId],
  )
const reservedOf = ({ inventoryItemId }: MadeProduct) =>
  askDatabase(
    bitcoin.database,
    "select reserved_quantity from inventory_level where inventory_item_id = $1",
    [inventoryItemId],
  )

it("an order left incomplete by a crash is discarded and placed completely by the next attempt", async () => {
  const { cartId, product } = await interruptOrderAt("order_cart")
  const placed = await order(checkoutOf(cartId, 5), (await bitcoin.shop.up()).url)
  expect(placed.bitcoin?.state).toBe("awaiting_payment")
  expect(await reservationsOf(product)).toHaveLength(1)
  expect(await reservedOf(product)).toEqual([{ reserved_quantity: "1" }])
})

it("an order left incomplete by a crash is discarded when its buyer never returns", async () => {
  const { product } = await interruptOrderAt("order_cart")
  await bitcoin.shop.up()
  await eventually(
    () => reservationsOf(product),
    (rows) => rows.length === 0,
  )
  expect(await reservedOf(product)).toEqual([{ reserved_quantity: "0" }])
  const orders = `select o.id from "order" o left join order_cart c on c.order_id = o.id where c.order_id is null and o.deleted_at is null`
  await eventually(
    () => askDatabase(bitcoin.database, orders),
    (rows) => rows.length === 0,
  )
})

it("an order without address and mail after a crash gets both after the restart", async () => {
  const { cartId } = await interruptOrderAt("bitcoin_invoice")
  const [link] = await askDatabase<{ order_id: string }>(
    bitcoin.database,
    "select order_id from order_cart where cart_id = $1",
    [cartId],
  )
  const orderId = link?.order_id ?? ""
  await bitcoin.shop.up()
  await eventually(
    () =>
      askDatabase(bitcoin.database, "select 1 from medusa_payments_outbox where key = $1", [
        `order-placed:${orderId}`,
      ]),
    (rows) => rows.length === 1,
  )
  expect((await bitcoin.read(orderId)).bitcoin?.state).toBe("awaiting_payment")
})

/** An order through Medusa's own checkout, whose shop was killed while it wrote into this table. */
async function interruptStandardOrderAt(table: string): Promise<{ cartId: string; product: MadeProduct }> {
  const { url } = await bitcoin.shop.up()
  const product = await makeProduct(await signInStaff(url), { stock: 1 })
  const cartId = await fillCart(product, 1, freshCartId(), url)
  await askDatabase(bitcoin.database, "update cart_line_item set is_custom_price = true where cart_id = $1", [
    cartId,
  ])
  await bitcoin.shop.killAt(`insert on ${table}`, async () => {
    await expect(tryOrder(checkoutOf(cartId, 5), url)).rejects.toThrow()
  })
  return { cartId, product }
}
const ordersOf = ({ variantId }: MadeProduct) =>
  askDatabase(
    bitcoin.database,
    `select o.id from "order" o join order_item i on i.order_id = o.id join order_line_item l on l.id = i.item_id
      where l.variant_id = $1 and o.deleted_at is null`,
    [variantId],
  )

describe("an order through Medusa's own checkout that a crash left incomplete", () => {
  it.each(["order_cart", "reservation_item", "order_payment_collection"])(
    "is discarded and placed by the next attempt: one cart, one order (%s)",
    async (table) => {
      const { cartId, product } = await interruptStandardOrderAt(table)
      expect(await ordersOf(product)).toHaveLength(1)
      const placed = await order(checkoutOf(cartId, 5), (await bitcoin.shop.up()).url)
      expect(placed.bitcoin?.state).toBe("awaiting_payment")
      expect(await ordersOf(product)).toEqual([{ id: placed.id }])
      expect(await reservationsOf(product)).toHaveLength(1)
      expect(await reservedOf(product)).toEqual([{ reserved_quantity: "1" }])
      expect((await order(checkoutOf(cartId, 5), (await bitcoin.shop.up()).url)).id).toBe(placed.id)
    },
  )

  it("is discarded when its buyer never returns", async () => {
    const { product } = await interruptStandardOrderAt("order_cart")
    await bitcoin.shop.up()
    await eventually(
      () => ordersOf(product),
      (rows) => rows.length === 0,
    )
    expect(await reservationsOf(product)).toEqual([])
    expect(await reservedOf(product)).toEqual([{ reserved_quantity: "0" }])
  })
})

describe("a cancelled order", () => {
  const statusOf = async (id: string) =>
    (
      await askDatabase<{ status: string; marks: string }>(
        bitcoin.database,
        `select status, concat(metadata ->> 'cancelled_by', (select 'reopening' from bitcoin_reinstatement where order_id = $1)) as marks
           from "order" where id = $1`,
        [id],
      )
    )[0]

  it("is cancelled after all when a crash came between its buyer's mark and the cancellation", async () => {
    const { product, id } = await bitcoin.placeOne()
    await bitcoin.shop.killAt('update of canceled_at on "order"', async () => {
      const { url } = await bitcoin.shop.up()
      const asBuyer = { method: "POST", backendUrl: url, headers: browserOf(id), body: {} } as const
      await expect(send(`/api/orders/${id}/cancellation`, asBuyer)).rejects.toThrow()
    })
    expect(await statusOf(id)).toEqual({ status: "pending", marks: "buyer" })
    await bitcoin.shop.up()
    await eventually(
      () => statusOf(id),
      (found) => found?.status === "canceled",
    )
    expect(await reservationsOf(product)).toEqual([])
  })

  const cancelling = {
    it: (id: string) => Promise.resolve({ path: `/admin/orders/${id}/cancel`, body: {} }),
    "all unpaid orders of its client": async (id: string) => {
      const sql = `select u.client from unpaid_order u join order_cart c on c.cart_id = u.cart_id where c.order_id = $1`
      const [body] = await askDatabase(bitcoin.database, sql, [id])
      return { path: "/admin/unpaid-orders/cancel", body }
    },
  }
  it.each(["it", "all unpaid orders of its client"] as const)(
    "is cancelled after all, with its stock, when a crash interrupted staff while they cancelled %s",
    async (what) => {
      const { product, id } = await bitcoin.placeOne()
      const { staff } = await bitcoin.running()
      const { path, body } = await cancelling[what](id)
      await bitcoin.shop.killAt(
        'update of canceled_at on "order"',
        async () => {
          await expect(staff.post(z.unknown(), path, body)).rejects.toThrow()
        },
        `new.id = '${id}'`,
      )
      expect((await statusOf(id))?.status).toBe("pending")
      const age = `update "order" set metadata = metadata || jsonb_build_object('cancelling_since', now() - interval '2 minutes')
                  where id = $1 and metadata ->> 'cancelling_since' is not null returning id`
      expect(await askDatabase(bitcoin.database, age, [id])).toHaveLength(1)
      await bitcoin.shop.up()
      await eventually(
        () => statusOf(id),
        (found) => found?.status === "canceled",
      )
      expect(await reservationsOf(product)).toEqual([])
      expect(await reservedOf(product)).toEqual([{ reserved_quantity: "0" }])
    },
  )

  it("keeps no stock when Medusa reserved it again, because the answer to the cancellation was lost", async () => {
    const { product, id } = await bitcoin.placeOne()
    const { staff } = await bitcoin.running()
    await staff.post(z.unknown(), `/admin/orders/${id}/cancel`, {})
    await askDatabase(
      bitcoin.database,
      "update reservation_item set deleted_at = null where inventory_item_id = $1",
      [product.inventoryItemId],
    )
    expect(await reservationsOf(product)).toHaveLength(1)
    await runJob(staff, "repair-reservations")
    expect(await reservationsOf(product)).toEqual([])
    expect(await reservedOf(product)).toEqual([{ reserved_quantity: "0" }])
  })

  it.each([
    ["the action", "insert on bitcoin_audit_entry"],
    ["its cancellation is undone", 'update of canceled_at on "order"'],
  ])("stays cancelled, without stock, when a crash interrupts staff before %s", async (_what, write) => {
    const { product, id } = await bitcoin.placeOne()
    await (await bitcoin.running()).runOut(id)
    await eventually(
      () => statusOf(id),
      (found) => found?.status === "canceled",
    )
    await bitcoin.shop.killAt(write, async () => {
      const review = paymentReviewOf((await bitcoin.running()).staff)
      const { id: invoiceId } = await review.invoice(id)
      await expect(
        review.run(invoiceId, "settle_by_hand", { reason: "Paid at the counter." }),
      ).rejects.toThrow()
    })
    expect((await statusOf(id))?.marks).toBe("reopening")
    await bitcoin.shop.up()
    await eventually(
      () => statusOf(id),
      (found) => found?.marks === "",
    )
    expect(await statusOf(id)).toEqual({ status: "canceled", marks: "" })
    expect(await reservationsOf(product)).toEqual([])
    expect(await reservedOf(product)).toEqual([{ reserved_quantity: "0" }])
  })
})

/** A paid order, and the shop that is then running. */
async function paidOrder() {
  const { product, id, address } = await bitcoin.placeOne()
  await bitcoin.network.pay(address, 12_500n)
  await bitcoin.network.mine()
  const shop = await bitcoin.running()
  await shop.untilPaid(id)
  return { product, id, shop }
}

const parcelsOf = async (id: string) => {
  const [state] = await askDatabase(
    bitcoin.database,
    `select (select sum(fulfilled_quantity)::int from order_item i join "order" o on o.id = i.order_id and o.version = i.version
              where o.id = $1) as counted,
            array(select f.canceled_at is null from fulfillment f join order_fulfillment l on l.fulfillment_id = f.id
                   where l.order_id = $1 and l.deleted_at is null order by f.created_at) as standing,
            (select count(*)::int from notification where channel = 'feed' and data ->> 'title' like
              (select 'Order #' || display_id || ':%' from "order" where id = $1)) as told`,
    [id],
  )
  return state
}
/** As if it had happened six minutes ago. */
const age = async (id: string, product: MadeProduct) => {
  const ago = "interval '6 minutes'"
  await askDatabase(bitcoin.database, `update "order" set updated_at = now() - ${ago} where id = $1`, [id])
  await askDatabase(
    bitcoin.database,
    `update reservation_item set updated_at = now() - ${ago}, deleted_at = deleted_at - ${ago} where inventory_item_id = $1`,
    [product.inventoryItemId],
  )
  await askDatabase(
    bitcoin.database,
    `update fulfillment set created_at = now() - ${ago} where id in
      (select fulfillment_id from fulfillment_item where inventory_item_id = $1)`,
    [product.inventoryItemId],
  )
}

describe("a parcel whose shop was killed while it was made", () => {
  const lowered = "new.stocked_quantity < old.stocked_quantity"
  const CANCELLED = { counted: 0, standing: [false], told: 1 }
  const FINISHED = { counted: 1, standing: [true], told: 0 }

  it.each(
    oneOf([
      ["its stock is lowered", "update on inventory_level", lowered, CANCELLED],
      ["the order counts it", "insert on order_change", "true", CANCELLED],
      // Medusa counts it at the same time.
      ["it is the order's, which counts it", "insert on order_fulfillment", "true", FINISHED],
    ]),
  )(
    "before %s is finished, or cancelled and staff are told to count",
    async (_when, write, row, expected) => {
      const { product, id, shop } = await paidOrder()
      const isCounted = async () => (await parcelsOf(id))?.["counted"] === expected.counted
      await bitcoin.shop.killAt(
        write,
        () => expect(pack(shop.staff, id)).rejects.toThrow(),
        row,
        () => eventually(isCounted, Boolean),
      )
      await age(id, product)
      const again = await bitcoin.running()
      for (const _ of ["once", "again"]) await runJob(again.staff, "repair-reservations")
      expect(await parcelsOf(id)).toEqual(expected)
      if (expected.counted === 0) await pack(again.staff, id)
      expect(await parcelsOf(id)).toMatchObject({ counted: 1, told: expected.told })
      expect(await reservationsOf(product)).toEqual([])
      expect(await reservedOf(product)).toEqual([{ reserved_quantity: "0" }])
    },
  )
})

describe("a parcel whose shop was killed while it was shipped or delivered", () => {
  const stateOf = async (id: string) => {
    const [state] = await askDatabase<Record<"marked" | "counted", string>>(
      bitcoin.database,
      `select concat_ws(' ', case when bool_or(f.shipped_at is not null) then 'shipped' end,
                             case when bool_or(f.delivered_at is not null) then 'delivered' end) as marked,
              concat_ws(' ', case when max(i.shipped_quantity) = 1 then 'shipped' end,
                             case when max(i.delivered_quantity) = 1 then 'delivered' end) as counted
         from "order" o join order_item i on i.order_id = o.id and i.version = o.version
         join order_fulfillment l on l.order_id = o.id join fulfillment f on f.id = l.fulfillment_id where o.id = $1`,
      [id],
    )
    return state
  }

  // Medusa marks a parcel as shipped while the order counts it, and as delivered before the order counts it.
  it.each(
    oneOf([
      ["is marked as shipped", "shipments", "update of shipped_at on fulfillment", ["", "shipped"], 1],
      ["is counted as shipped", "shipments", "insert on order_change_action", ["shipped", ""], 0],
      [
        "is counted as delivered",
        "mark-as-delivered",
        "insert on order_change_action",
        ["shipped delivered", "shipped"],
        0,
      ],
    ] as const),
  )(
    "before it %s is both, and staff are told of a lost tracking number",
    async (...[, call, write, half, told]) => {
      const { product, id, shop } = await paidOrder()
      const parcel = await pack(shop.staff, id)
      if (call === "mark-as-delivered") await ship(shop.staff, id, parcel, { tracking: "AB123456785GB" })
      const [marked, counted] = half
      await bitcoin.shop.killAt(
        write,
        async () => {
          const sent =
            call === "shipments"
              ? ship(shop.staff, id, parcel, { tracking: "AB123456785GB" })
              : deliver(shop.staff, id, parcel)
          await expect(sent).rejects.toThrow()
        },
        "true",
        () =>
          eventually(
            () => stateOf(id),
            (state) => state?.marked === marked && state.counted === counted,
          ),
      )
      expect(await stateOf(id)).toEqual({ marked, counted })
      await age(id, product)
      const again = await bitcoin.running()
      for (const _ of ["once", "again"]) await runJob(again.staff, "repair-reservations")
      const both = call === "shipments" ? "shipped" : "shipped delivered"
      expect(await stateOf(id)).toEqual({ marked: both, counted: both })
      expect(await parcelsOf(id)).toEqual({ counted: 1, standing: [true], told })
    },
  )

  it("is marked as delivered when the order counts it so", async () => {
    const { product, id, shop } = await paidOrder()
    const parcel = await pack(shop.staff, id)
    await ship(shop.staff, id, parcel, { tracking: "AB123456785GB" })
    await deliver(shop.staff, id, parcel)
    await askDatabase(bitcoin.database, "update fulfillment set delivered_at = null where id = $1", [parcel])
    await age(id, product)
    for (const _ of ["once", "again"]) await runJob(shop.staff, "repair-reservations")
    expect(await stateOf(id)).toEqual({ marked: "shipped delivered", counted: "shipped delivered" })
    expect(await parcelsOf(id)).toEqual({ counted: 1, standing: [true], told: 0 })
  })
})

describe("a parcel whose shop was killed while it was cancelled", () => {
  it.each(
    oneOf([
      ["the stock is raised", "update on inventory_level", "new.stocked_quantity > old.stocked_quantity", 9],
      ["the order counts it no more", "insert on order_change", "true", 10],
      ["it is marked as cancelled", "update of canceled_at on fulfillment", "true", 10],
    ]),
  )("before %s is cancelled once, and staff are told to count", async (...[, write, row, stocked]) => {
    const { product, id, shop } = await paidOrder()
    const parcel = await pack(shop.staff, id)
    const path = `/admin/orders/${id}/fulfillments/${parcel}/cancel`
    const cancel = () => expect(shop.staff.post(z.unknown(), path, {})).rejects.toThrow()
    await bitcoin.shop.killAt(write, cancel, row)
    const again = await bitcoin.running()
    await expect(again.staff.post(z.unknown(), path, {})).rejects.toThrow(/is being cancelled/)
    await askDatabase(
      bitcoin.database,
      `update fulfillment set metadata = jsonb_build_object('cancelling_since', now() - interval '6 minutes') where id = $1`,
      [parcel],
    )
    for (const _ of ["the parcel", "its reservation, once the order is left alone"]) {
      await age(id, product)
      await runJob(again.staff, "repair-reservations")
    }
    expect(await parcelsOf(id)).toEqual({ counted: 0, standing: [false], told: 1 })
    const stock = "select stocked_quantity::int as stocked from inventory_level where inventory_item_id = $1"
    expect(await askDatabase(bitcoin.database, stock, [product.inventoryItemId])).toEqual([{ stocked }])
    expect(await reservedOf(product)).toEqual([{ reserved_quantity: "1" }])
    await pack(again.staff, id)
    expect(await parcelsOf(id)).toMatchObject({ counted: 1 })
  })
})

describe("an order that staff mark as paid while its Bitcoin is under way", () => {
  const reason = "Paid at the counter."
  const collectionOf = async (id: string) => {
    const [row] = await askDatabase<{ id: string }>(
      bitcoin.database,
      "select payment_collection_id as id from order_payment_collection where order_id = $1",
      [id],
    )
    return row?.id ?? ""
  }

  it("is captured once when it was confirmed first, and the shop died before the capture", async () => {
    const { id, address } = await bitcoin.placeOne()
    await bitcoin.network.pay(address, 12_500n)
    await bitcoin.shop.killAt("insert on capture", () => bitcoin.network.mine())
    const shop = await bitcoin.running()
    const review = paymentReviewOf(shop.staff)
    const { id: invoiceId } = await review.invoice(id)
    await expect(review.run(invoiceId, "settle_by_hand", { reason })).rejects.toThrow(/accepted already/)
    const inMedusa = `/admin/payment-collections/${await collectionOf(id)}/mark-as-paid`
    expect((await shop.staff.send("POST", inMedusa, { order_id: id })).status).toBe(400)
    await shop.untilPaid(id)
    expect(await shop.capturesOf(id)).toBe(1)
  })

  it("is captured once when they were first, the shop died before the capture, and the buyer paid meanwhile", async () => {
    const { id, address } = await bitcoin.placeOne()
    await bitcoin.shop.killAt("insert on capture", async () => {
      const review = paymentReviewOf((await bitcoin.running()).staff)
      const { id: invoiceId } = await review.invoice(id)
      await expect(review.run(invoiceId, "settle_by_hand", { reason })).rejects.toThrow()
    })
    await bitcoin.network.pay(address, 15_000n)
    await bitcoin.network.mine()
    const shop = await bitcoin.running()
    await shop.untilPaid(id)
    const review = paymentReviewOf(shop.staff)
    // Staff were paid otherwise, so that all of it is a case.
    await eventually(
      async () => {
        await shop.makePollDue(id)
        return review.inboxOf(id)
      },
      ([found]) => found?.kind === "surplus" && found.pence === 600,
    )
    expect(await shop.capturesOf(id)).toBe(1)
  })
})

it.each([
  ["with a payment while the shop is down", "review"],
  ["without a payment", "expired"],
])(
  "a cancellation interrupted by a crash %s is completed by the next attempt, and the stock is released once",
  async (what, state) => {
    const { product, placed } = await bitcoin.placeOne()
    await bitcoin.shop.killAt("insert on order_change_action", () =>
      askDatabase(
        bitcoin.database,
        "update bitcoin_invoice set expires_at = now() - interval '1 second' where order_id = $1",
        [placed.id],
      ),
    )
    const changes = "select status from order_change where order_id = $1 and deleted_at is null"
    expect(await askDatabase(bitcoin.database, changes, [placed.id])).toEqual([{ status: "pending" }])

    if (state === "review") {
      await bitcoin.network.pay(placed.bitcoinAddress ?? "", 12_500n)
      await bitcoin.network.mine()
      // Down until the address of the ended quote is due again, ten minutes after its last poll.
      await askDatabase(
        bitcoin.database,
        "update bitcoin_invoice set next_poll_at = now() where order_id = $1",
        [placed.id],
      )
    }
    const shown = await eventually(
      () => bitcoin.read(placed.id),
      ({ status, bitcoin }) => status === "cancelled" && bitcoin?.state === state,
    )
    expect(shown.bitcoin?.state, what).toBe(state)
    expect(await reservationsOf(product)).toEqual([])
    expect(await reservedOf(product)).toEqual([{ reserved_quantity: "0" }])
  },
)
