import { ModuleProvider, Modules } from "@medusajs/framework/utils"
import { VatProvider } from "./vat-provider"

export default ModuleProvider(Modules.TAX, { services: [VatProvider] })
