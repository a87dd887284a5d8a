import { defineWidgetConfig } from "@medusajs/admin-sdk"
import { InlineTip } from "@medusajs/ui"
import { useEffect, useState } from "react"
import { z } from "zod"
import { ask } from "../components/ask"

const PROFILE = "/app/settings/profile"
const stateSchema = z.object({ second_factor: z.object({ must_be_set_up: z.boolean() }) })

/**
 * Leads a member of staff who must set up the second factor to their profile. Until then the backend refuses every other
 * call, so the page around this shows an error at the same time: the address is changed even after that page is gone.
 */
const SecondFactor = () => {
  const [isMissing, setMissing] = useState(false)
  useEffect(() => {
    ask(stateSchema, "/admin/users/me/second-factor").then(
      ({ second_factor: { must_be_set_up } }) => {
        setMissing(must_be_set_up)
        if (must_be_set_up && window.location.pathname !== PROFILE) window.location.assign(PROFILE)
      },
      // The page itself reports that the backend does not answer.
      () => undefined,
    )
  }, [])
  if (!isMissing) return null
  return (
    <InlineTip variant="warning" label="One step is missing">
      This shop requires two-factor authentication. Press Enable below, scan the code with an authenticator
      app and keep the recovery codes. The other pages open afterwards.
    </InlineTip>
  )
}

// Orders open after the sign-in; the others may be bookmarks.
export const config = defineWidgetConfig({
  zone: [
    "profile.details.before",
    "order.list.before",
    "order.details.before",
    "product.list.before",
    "product.details.before",
    "customer.list.before",
    "inventory_item.list.before",
  ],
})

export default SecondFactor
