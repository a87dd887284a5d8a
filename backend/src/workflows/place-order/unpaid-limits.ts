import { createHmac } from "node:crypto"
import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { z } from "@medusajs/framework/zod"
import type { PlaceOrder } from "@shop/contracts"
import { ipKeyGenerator } from "express-rate-limit"
import { environment } from "../../platform/config"
import { mailboxOf } from "../../platform/email-address"
import { readOtherUnpaid } from "../../platform/medusa-tables/unpaid-orders"
import { querySql } from "../../platform/sql/query"
import type { CartSnapshot } from "./cart-snapshot"
import { BITCOIN_PAYMENT } from "medusa-payment-bitcoin/modules/bitcoin-payment"
import { hasTakenItsShare } from "./address-share"
import { nameOf, variantOf } from "./check"
import type { Rejection } from "./outcome"

/** So many pieces of a product an unpaid order may hold however small its stock is: the quantity of a household. */
const ALWAYS_ALLOWED = 3

/** One customer may have an IPv6 network of this size: 256 clients. */
const IPV6_SITE = 48

const RECORD = `
  insert into unpaid_order (cart_id, client, network, email, is_bitcoin, pieces)
  values (:cartId, :client, :network, :email, :isBitcoin, cast(:pieces as jsonb))
  on conflict (cart_id) do update set client = excluded.client, network = excluded.network,
     email = excluded.email, is_bitcoin = excluded.is_bitcoin, pieces = excluded.pieces, created_at = now()`

/** Two orders of one client, or of one e-mail address, are counted one after the other. Sorted: no deadlock. */
const LOCK = `
  select pg_advisory_xact_lock(key)
    from (select hashtextextended(name, 0) as key from unnest(cast(:names as text[])) name order by 1) keys`

/**
 * Checks and records in one transaction, so that concurrent orders cannot exceed the limits. Both checkout paths call
 * it last before they write, and `removeUnpaidOrder` if the order is not written. An order of £0 is never unpaid.
 * Returns the limit that it would exceed; null: it is recorded.
 */
export async function recordUnpaidOrder(
  container: MedusaContainer,
  snapshot: CartSnapshot,
  {
    email,
    address,
    paymentMethod,
    total,
  }: Pick<PlaceOrder, "email" | "paymentMethod" | "total"> & { address: string },
): Promise<Rejection | null> {
  if (total === 0) return null
  const isBitcoin = paymentMethod === "bitcoin"
  const inRun = isBitcoin ? await container.resolve(BITCOIN_PAYMENT).gapGuard.ordersInRun() : null
  const wanted = wantedPieces(snapshot)
  const keys = {
    cartId: snapshot.cart.id,
    client: keyedHash("client", ipKeyGenerator(address)),
    network: keyedHash("network", ipKeyGenerator(address, IPV6_SITE)),
    email: keyedHash("email", mailboxOf(email)),
  }
  return container.resolve(ContainerRegistrationKeys.PG_CONNECTION).transaction(async (tx) => {
    await querySql(tx, z.unknown(), LOCK, { names: [keys.client, keys.email, keys.network] })
    const [others] = await readOtherUnpaid(tx, keys)
    if (others && others.byClient >= environment.UNPAID_ORDERS_PER_ADDRESS)
      return { reason: "too_many_unpaid_orders", sharedBy: "address" }
    if (others && others.byEmail >= environment.UNPAID_ORDERS_PER_EMAIL)
      return { reason: "too_many_unpaid_orders", sharedBy: "email" }
    if (await hasTakenItsShare(tx, inRun, keys))
      return { reason: "too_many_unpaid_orders", sharedBy: "bitcoin" }
    for (const [item, { product, stock, pieces }] of wanted) {
      const share = Math.round((stock * environment.UNPAID_STOCK_PERCENT) / 100)
      const left = Math.max(0, Math.max(share, ALWAYS_ALLOWED) - (others?.held[item] ?? 0))
      if (environment.UNPAID_STOCK_PERCENT < 100 && pieces > left)
        return { reason: "held_for_payment", product, available: left }
    }
    const pieces = Object.fromEntries([...wanted].map(([item, { pieces }]) => [item, pieces]))
    await querySql(tx, z.unknown(), RECORD, { ...keys, isBitcoin, pieces: JSON.stringify(pieces) })
    return null
  })
}

function wantedPieces({ cart, variants }: CartSnapshot) {
  const wanted = new Map<string, { product: string; stock: number; pieces: number }>()
  for (const line of cart.items) {
    const variant = variantOf(line, variants)
    if (!variant?.manage_inventory || variant.allow_backorder) continue
    for (const { inventory_item_id, required_quantity, inventory } of variant.inventory_items) {
      const stock = inventory.location_levels.reduce((sum, level) => sum + level.stocked_quantity, 0)
      const before = wanted.get(inventory_item_id)?.pieces ?? 0
      const pieces = before + line.quantity * required_quantity
      wanted.set(inventory_item_id, { product: nameOf(line), stock, pieces })
    }
  }
  return wanted
}

/** 96 bits: enough to compare, and useless without the shop's secret. */
function keyedHash(kind: "client" | "network" | "email", value: string): string {
  return createHmac("sha256", environment.COOKIE_SECRET)
    .update(`unpaid-order:${kind}:${value}`)
    .digest("base64url")
    .slice(0, 16)
}
