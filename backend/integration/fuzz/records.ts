import { createHash } from "node:crypto"
import { cartSchema, type CartItem } from "@shop/contracts"
import { z } from "zod"
import type { BitcoinShop } from "../harness/bitcoin-shop"

const CARTS = 6
/** Carts live this long, in rounds, so that they are filled, changed and ordered. */
const ROUNDS_OF_A_CART = 4
const SESSIONS = 6
/** Before an order's id: the secret of its mailed link. */
const KEY = "the-key-of-"
/** Public examples of the regtest network, for refunds. */
const RECEIVING_ADDRESSES = [
  "bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080",
  "bcrt1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3qzf4jry",
]

/** What exists in the shop, for requests that name it. */
const POOLS: Record<string, string> = {
  products: "select id from product where deleted_at is null order by id",
  slugs: "select handle as id from product where deleted_at is null order by id",
  categories: "select id from product_category order by id",
  cartLines: "select id from cart_line_item order by created_at desc limit 30",
  orders: `select id from "order" order by created_at desc limit 60`,
  payments:
    "select id from ((select id from bitcoin_invoice order by created_at desc limit 60) union all (select id from card_payment order by created_at desc limit 60)) x",
  "contact-messages": "select id from contact_message order by created_at desc limit 30",
  mails: "select id from medusa_payments_outbox order by created_at desc limit 60",
  customers: "select id from customer where deleted_at is null order by created_at desc limit 60",
  clients: "select client as id from unpaid_order order by created_at desc limit 10",
}

/** Fills in the `@…@` of requests with records that exist, and learns from answers. */
export class Records {
  private readonly pools = new Map<string, string[]>([["receivingAddresses", RECEIVING_ADDRESSES]])
  private readonly totals = new Map<string, number>()
  private round = 0

  constructor(
    private readonly shop: BitcoinShop,
    private readonly mark: string,
  ) {}

  /** Reads what exists now, and signs in shoppers: requests end sessions, and delete accounts. */
  async refresh(): Promise<void> {
    this.round += 1
    for (const [name, sql] of Object.entries(POOLS))
      this.pools.set(
        name,
        (await this.shop.ask<{ id: string }>(sql)).map(({ id }) => id),
      )
    await this.shop.ask(
      `insert into order_key (id, secret_hash, order_id, expires_at)
       select 'ordkey_' || id, encode(sha256(convert_to($1 || id, 'utf8')), 'hex'), id, now() + interval '1 day'
         from unnest($2::text[]) id on conflict do nothing`,
      [KEY, this.pools.get("orders")],
    )
    const carts = Array.from(
      { length: CARTS },
      (_, at) =>
        `cart_${this.secret(`cart-${String(at)}`, Math.floor(this.round / ROUNDS_OF_A_CART)).slice(0, 30)}`,
    )
    this.pools.set("carts", carts)
    this.pools.set(
      "sessions",
      await Promise.all(Array.from({ length: SESSIONS }, (_, at) => this.signIn(at))),
    )
  }

  private secret(purpose: string, round = this.round): string {
    return createHash("sha256")
      .update(`${this.mark} ${String(round)} ${purpose}`)
      .digest("hex")
  }

  /** A session like after a Google sign-in. @returns its secret */
  private async signIn(place: number): Promise<string> {
    const secret = this.secret(`session-${String(place)}`)
    const created = z.object({ customer: z.object({ id: z.string() }) })
    const { customer } = await this.shop.staff.post(created, "/admin/customers", {
      email: `shopper-${secret.slice(0, 12)}@example.com`,
    })
    await this.shop.ask("update customer set has_account = true where id = $1", [customer.id])
    await this.shop.ask(
      `insert into shopper_session (id, secret_hash, customer_id, authenticated_at, expires_at)
       values ($1, $2, $3, now(), now() + interval '1 day')`,
      [`shses_${secret.slice(0, 24)}`, createHash("sha256").update(secret).digest("hex"), customer.id],
    )
    return secret
  }

  /** A session of a shopper. */
  session(index: number): string {
    return this.pick("sessions", index)
  }

  /** The secret by which a browser may change the order of a target. */
  orderKey(target: string): string {
    return KEY + (/order_\w+/.exec(target)?.[0] ?? "none")
  }

  private pick(pool: string, index: number): string {
    const known = this.pools.get(pool) ?? []
    return known[index % known.length] ?? "none"
  }

  /** @param text a target or a body */
  fill(text: string): string {
    const filled = text.replaceAll(/@([\w-]+):(\d+)@/g, (_, pool: string, index: string) =>
      this.pick(pool, Number(index)),
    )
    const [cart = ""] = /cart_[0-9a-f]{30}/.exec(filled) ?? []
    return filled.replaceAll('"@total@"', String(this.totals.get(cart) ?? 0))
  }

  /** Carts tell what an order of them costs. @param sent what the request had in path, headers and body */
  learn(sent: string, answer: unknown): void {
    const [cart] = /cart_[0-9a-f]{30}/.exec(sent) ?? []
    const parsed = z.safeParse(cartSchema, answer)
    if (cart === undefined || !parsed.success) return
    this.totals.set(cart, totalOf(parsed.data))
  }
}

const totalOf = (items: readonly CartItem[]) =>
  items.reduce((sum, { quantity, product }) => sum + quantity * Math.round(Number(product.price) * 100), 0) /
  100
