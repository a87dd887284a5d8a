import { defineWidgetConfig } from "@medusajs/admin-sdk"
import { Heading } from "@medusajs/ui"
import { useQuery } from "@tanstack/react-query"
import { z } from "zod"
import { ask } from "../components/ask"

const shopSchema = z.object({ name: z.string() })

/** Medusa's sign-in page has its own name and sign above the form. */
const ShopName = () => {
  const { data: shop } = useQuery({ queryKey: ["shop"], queryFn: () => ask(shopSchema, "/api/shop") })
  return (
    <Heading level="h2" className="min-h-7 text-center">
      {shop?.name}
    </Heading>
  )
}

export const config = defineWidgetConfig({ zone: "login.before" })

export default ShopName
