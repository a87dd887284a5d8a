import { defineWidgetConfig } from "@medusajs/admin-sdk"
import { Container, Text } from "@medusajs/ui"
import { ORDER_LISTS } from "@shop/contracts/staff"
import { useEffect } from "react"
import { useTranslation } from "react-i18next"
import { Link, useNavigate } from "react-router-dom"
import { linkToList } from "../today/queries"

/** Medusa opens its list of orders at `/app` and after the sign-in. Staff begin with Today instead, once. */
let isFirstPage = /\/app(?:\/login)?\/?$/.test(new URL(document.URL).pathname)

/** Leads from Medusa's list, which has no states to filter by, to the orders by state. */
const OrdersByState = () => {
  const { t } = useTranslation("shop")
  const navigate = useNavigate()
  useEffect(() => {
    if (!isFirstPage) return
    isFirstPage = false
    void navigate("/today", { replace: true })
  }, [navigate])
  return (
    // Medusa places widgets below its own list.
    <Container className="flex flex-wrap items-center gap-x-4 gap-y-1 px-6 py-3" style={{ order: -1 }}>
      <Text as="span" size="small" className="text-ui-fg-subtle">
        {t("today.orders.linksByState")}
      </Text>
      {ORDER_LISTS.map((list) => (
        <Link
          key={list}
          to={linkToList(list)}
          className="text-ui-fg-interactive-hover txt-compact-small hover:underline"
        >
          {t(`today.lists.${list}`)}
        </Link>
      ))}
    </Container>
  )
}

export const config = defineWidgetConfig({ zone: "order.list.before" })

export default OrdersByState
