import { defineWidgetConfig } from "@medusajs/admin-sdk"
import { InlineTip } from "@medusajs/ui"
import { useQuery } from "@tanstack/react-query"
import { useTranslation } from "react-i18next"
import { z } from "zod"
import { ask } from "../components/ask"

const PROFILE = "/app/settings/profile"
const stateSchema = z.object({ second_factor: z.object({ must_be_set_up: z.boolean() }) })

/**
 * Until the second factor is set up, the backend refuses every other call, and the page around this widget shows an error at
 * the same time. The change of the address belongs to the request, which goes on after that page is gone.
 */
async function leadToProfile(): Promise<boolean> {
  const { second_factor: state } = await ask(stateSchema, "/admin/users/me/second-factor")
  if (state.must_be_set_up && window.location.pathname !== PROFILE) window.location.assign(PROFILE)
  return state.must_be_set_up
}

const SecondFactor = () => {
  const { t } = useTranslation("shop")
  const { data: isMissing } = useQuery({
    queryKey: ["second-factor"],
    queryFn: leadToProfile,
    refetchInterval: ({ state }) => (state.data === true ? 3000 : false),
  })
  if (isMissing !== true) return null
  return (
    <InlineTip variant="warning" label={t("account.secondFactor.title")}>
      {t("account.secondFactor.text")}
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
