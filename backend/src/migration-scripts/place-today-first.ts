import type { ExecArgs } from "@medusajs/framework/types"
import { Modules } from "@medusajs/framework/utils"

/** Medusa's name of the admin's main menu. */
const ZONE = "sidebar"
/** What staff use daily comes first. Entries that are not named here would come above all. */
const ENTRIES = [
  "core:Searchbar",
  ...[
    "/today",
    "/orders",
    "/payments",
    "/messages",
    "/products",
    "/stock-overview",
    "/inventory",
    "/customers",
    "/promotions",
    "/price-lists",
    "/reports",
  ].map((page) => `core:nav:${page}`),
]

/** The default order of the menu, which staff can change in Medusa's "Customize sidebar". A default that they set stays. */
export default async function placeTodayFirst({ container }: ExecArgs): Promise<void> {
  const settings = container.resolve(Modules.SETTINGS)
  if ((await settings.getSystemDefaultLayoutConfiguration(ZONE)) !== null) return
  await settings.setSystemDefaultLayoutConfiguration(ZONE, {
    widgets: Object.fromEntries(ENTRIES.map((entry, order) => [entry, { order }])),
  })
}
