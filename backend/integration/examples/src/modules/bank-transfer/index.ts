import { ModuleProvider, Modules } from "@medusajs/framework/utils"
import { BankTransferProvider } from "./provider"

export default ModuleProvider(Modules.PAYMENT, { services: [BankTransferProvider] })
