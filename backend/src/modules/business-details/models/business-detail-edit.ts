import { model } from "@medusajs/framework/utils"

/**
 * One change of one detail. Rows are only added: the latest row of a detail applies, the others are its history with
 * the person who made each change.
 */
export const BusinessDetailEdit = model
  .define("business_detail_edit", {
    id: model.id({ prefix: "bdet" }).primaryKey(),
    turn: model.autoincrement(),
    field: model.text(),
    /** `{ "value": … }`, because a detail may be null. */
    before: model.json(),
    after: model.json(),
    edited_by: model.text(),
  })
  .indexes([{ on: ["field", "turn"] }])
