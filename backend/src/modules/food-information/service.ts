import { MedusaService } from "@medusajs/framework/utils"
import { FoodInformation } from "./models/food-information"
import { NetQuantity } from "./models/net-quantity"

/** Stores food information. Its rules are in `domain/`. */
export default class FoodInformationService extends MedusaService({ FoodInformation, NetQuantity }) {}
