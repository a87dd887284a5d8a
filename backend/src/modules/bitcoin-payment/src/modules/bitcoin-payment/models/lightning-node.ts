import { model } from "@medusajs/framework/utils"

/** A Lightning node that the shop has used, and how far its payments were compared with the shop's. */
export const BitcoinLightningNode = model.define("bitcoin_lightning_node", {
  node_id: model.text().primaryKey(),
  /** Only the node's adapter reads it. */
  settled_cursor: model.text().nullable(),
  reconciled_at: model.dateTime(),
})
