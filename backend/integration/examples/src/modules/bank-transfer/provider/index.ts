import { ModuleProvider, Modules } from "@medusajs/framework/utils"
import { BankTransferProvider } from "./bank-transfer-provider"

export default ModuleProvider(Modules.PAYMENT, { services: [BankTransferProvider] })
