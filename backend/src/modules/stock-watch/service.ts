import { MedusaService } from "@medusajs/framework/utils"
import { StockAlarm } from "./models/stock-alarm"

/** Remembers what is running out, so that staff are told once each time it does. */
export default class StockWatchService extends MedusaService({ StockAlarm }) {
  /** Alarms that staff have not been told of, by the letter that is to tell of them. */
  async unnotifiedAlarms(): Promise<string[]> {
    const rows = await this.listStockAlarms({ notified_at: null }, { select: ["id", "alarm_id"] })
    return [...new Set(rows.map(({ alarm_id }) => alarm_id))]
  }

  /** Notes that the letter of this alarm is in the outbox. */
  async markNotified(alarmId: string): Promise<void> {
    await this.updateStockAlarms({ selector: { alarm_id: alarmId }, data: { notified_at: new Date() } })
  }
}
