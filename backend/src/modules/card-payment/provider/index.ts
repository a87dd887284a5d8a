import { ModuleProvider, Modules } from "@medusajs/framework/utils"
import { CardProvider } from "./card-provider"

export default ModuleProvider(Modules.PAYMENT, { services: [CardProvider] })
