import type { RefundAsked } from "../templates/refund-asked"
import type { RefundMade } from "../templates/refund-made"
import { followUrl, shop } from "./shop"

const amount = { btc: "0.00134625", sats: "134625" }
const txid = "4e3b2d1c".repeat(8)

export const asked: RefundAsked = { shop, number: 1042, pence: 5385, bitcoin: amount }

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
