import { MedusaService } from "@medusajs/framework/utils"
import { FoodInformation } from "./models/food-information"
import { NetQuantity } from "./models/net-quantity"

/** Keeps what is said of the food; the rules about it are in `domain/`. */
export default class FoodInformationService extends MedusaService({ FoodInformation, NetQuantity }) {}
