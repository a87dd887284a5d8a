import type { MedusaContainer } from "@medusajs/framework/types"
import type { BusinessDetails } from "@shop/contracts"
import { environment } from "../../config"
import { defaultDetails } from "./default-details"
import { demoDetails, BUSINESS_DETAILS, type Details } from "../../modules/business-details"

/** The business details now. */
export async function readDetails(container: MedusaContainer): Promise<Details> {
  return container.resolve(BUSINESS_DETAILS).current(defaultDetails(environment))
}

/** The same as everybody may read it. */
export async function readBusinessDetails(container: MedusaContainer): Promise<BusinessDetails> {
  const details = await readDetails(container)
  const { instagram, facebook, x, ...rest } = details
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
    demo: demoDetails(details).length > 0,
  }
}
