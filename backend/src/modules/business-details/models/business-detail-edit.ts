import { model } from "@medusajs/framework/utils"

/** Rows are only added: the latest of a detail applies, the others are its history. */
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
