import { ModuleProvider, Modules } from "@medusajs/framework/utils"
import { BitcoinProvider } from "./bitcoin-provider"

export default ModuleProvider(Modules.PAYMENT, { services: [BitcoinProvider] })
