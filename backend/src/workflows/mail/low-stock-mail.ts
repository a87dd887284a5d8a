import type { MedusaContainer } from "@medusajs/framework/types"
import { z } from "@medusajs/framework/zod"
import { environment } from "../../config"
import { TEMPLATES } from "../../modules/mail"
import { databaseOf } from "../../query/database"
import { LEFT_TO_SELL } from "../low-stock/left-to-sell"
import type { ComposedMail } from "./composed"
import { readSeller } from "./shop"

const alarm = z.object({ alarmId: z.string() })
const words = z
  .string()
  .nullable()
  .transform((text) => text ?? "")
const row = z.object({ name: z.string(), variant: words, sku: words, left: z.coerce.number().int() })

/** What is running out, with the numbers of now; null when all of it has been filled up meanwhile. */
export async function lowStockMail(container: MedusaContainer, data: unknown): Promise<ComposedMail | null> {
  const { alarmId } = alarm.parse(data)
  const threshold = environment.LOW_STOCK_AT
  const rows = await databaseOf(container).ask(
    row,
    `select s.name, s.variant, s.sku, s.left from (${LEFT_TO_SELL}) s
       join stock_alarm a on a.inventory_item_id = s.inventory_item_id
      where a.alarm_id = :alarmId order by s.left, s.name`,
    { alarmId },
  )
  if (threshold === "off" || rows.length === 0) return null
  const mail = TEMPLATES["low-stock"]({
    shop: await readSeller(container),
    threshold,
    items: rows.map(({ name, variant, sku, left }) => ({
      name,
      detail: [variant, sku].filter(Boolean).join(" · "),
      left,
    })),
    adminUrl: `${environment.BACKEND_PUBLIC_URL}/app/inventory`,
  })
  return { mail, resource: { id: alarmId, type: "stock_alarm" } }
}
