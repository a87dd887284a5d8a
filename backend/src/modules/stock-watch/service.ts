import { MedusaService } from "@medusajs/framework/utils"
import { StockAlarm } from "./models/stock-alarm"

/** Remembers which items are low in stock, so that staff get one mail each time one falls to the threshold. */
export default class StockWatchService extends MedusaService({ StockAlarm }) {}
