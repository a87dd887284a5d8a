import { defineLink, Modules } from "@medusajs/framework/utils"
import FoodInformationModule from "../modules/food-information"

/** What is said of a food leads to its product: the row itself names it, so that one write is the whole of it. */
export default defineLink(
  { linkable: FoodInformationModule.linkable.foodInformation, field: "product_id" },
  {
    // As the product module's own `linkable.product`, which has no type.
    linkable: {
      serviceName: Modules.PRODUCT,
      entity: "Product",
      field: "product",
      alias: "product",
      linkable: "product_id",
      primaryKey: "id",
    },
  },
  { readOnly: true },
)
