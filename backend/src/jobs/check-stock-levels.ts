import { randomUUID } from "node:crypto"
import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { enqueueMail } from "../mail/enqueue-mail"
import { environment } from "../platform/config"
import { updateStockAlarms } from "../platform/medusa-tables/stock"

/** Alarms and their mail to staff are stored in one transaction. Several processes may run it at the same time. */
export default async function checkStockLevels(container: MedusaContainer): Promise<void> {
  const threshold = environment.LOW_STOCK_AT
  if (threshold === "off") return
  const alarmId = randomUUID()
  const connection = container.resolve(ContainerRegistrationKeys.PG_CONNECTION)
  await connection.transaction(async (transaction) => {
    const alarms = await updateStockAlarms(transaction, { threshold, alarmId })
    if (alarms.length === 0) return
    const mail = { template: "low-stock", to: environment.STAFF_EMAIL, data: { alarmId } } as const
    await enqueueMail(container, { key: `low-stock:${alarmId}`, ...mail }, { transaction })
  })
}

export const config = { name: "check-stock-levels", schedule: { interval: 15_000 } }
