import type { MedusaContainer } from "@medusajs/framework/types"
import type { ShopFacts } from "@shop/contracts"
import { environment } from "../../config"
import { defaultFacts } from "./default-facts"
import { demoFacts, SHOP_FACTS, type Facts } from "../../modules/shop-facts"

/** Who the shop is now, fact by fact. */
export async function readFacts(container: MedusaContainer): Promise<Facts> {
  return container.resolve(SHOP_FACTS).current(defaultFacts(environment))
}

/** The same as everybody may read it. */
export async function readShopFacts(container: MedusaContainer): Promise<ShopFacts> {
  const facts = await readFacts(container)
  const { instagram, facebook, x, ...rest } = facts
  const profiles = { instagram, facebook, x }
  return {
    ...rest,
    social: (["instagram", "facebook", "x"] as const).flatMap((network) => {
      const url = profiles[network]
      return url === null ? [] : [{ network, url }]
    }),
    periods: {
      quoteMinutes: environment.BITCOIN_QUOTE_MINUTES,
      messagesKeptDays: environment.MESSAGES_KEPT_DAYS,
    },
    demo: demoFacts(facts).length > 0,
  }
}
