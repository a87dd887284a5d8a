import { MedusaService } from "@medusajs/framework/utils"
import { FoodInformation } from "./models/food-information"
import { NetQuantity } from "./models/net-quantity"

export default class FoodInformationService extends MedusaService({ FoodInformation, NetQuantity }) {}
