import { model } from "@medusajs/framework/utils"

/**
 * One change of one fact. Rows are only added: the latest of a fact is what holds, the others say what held before and
 * who changed it.
 */
export const ShopFactEdit = model
  .define("shop_fact_edit", {
    id: model.id({ prefix: "sfact" }).primaryKey(),
    turn: model.autoincrement(),
    field: model.text(),
    /** `{ "value": … }`, because a fact may be null. */
    before: model.json(),
    after: model.json(),
    /** The e-mail address of who did it, as it was then. */
    edited_by: model.text(),
  })
  .indexes([{ on: ["field", "turn"] }])
