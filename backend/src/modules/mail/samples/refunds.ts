import type { RefundAsked } from "../templates/refund-asked"
import type { RefundAddressGiven } from "../templates/refund-address-given"
import type { RefundAddressKept } from "../templates/refund-address-kept"
import type { RefundMade } from "../templates/refund-made"
import { followUrl, shop } from "./shop"

const amount = { btc: "0.00134625", sats: "134625" }
const txid = "4e3b2d1c".repeat(8)

export const asked: RefundAsked = { shop, number: 1042, pence: 5385, bitcoin: amount, followUrl }

const word = {
  shop,
  number: 1042,
  pence: 5385,
  address: "bc1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3qccfmv3",
  insteadOf: null,
  givenAt: "2026-06-22T09:05:00.000Z",
  cameBy: "link",
} as const

export const kept: RefundAddressKept = { ...word, followUrl }

export const given: RefundAddressGiven = {
  ...word,
  buyer: "ann@x.test",
  orderUrl: "https://admin.shop.test/app/orders/order_01J",
}

/** The address that another took the place of. */
export const insteadOf = "3J98t1WpEZ73CNmQviecrnyiWrnqRhWNLy"

export const made: RefundMade = {
  shop,
  number: 1042,
  pence: 5385,
  bitcoin: {
    amount,
    address: "bc1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3qccfmv3",
    txid,
    explorerUrl: `https://mempool.space/tx/${txid}`,
  },
  followUrl,
}
