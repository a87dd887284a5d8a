import { ModuleProvider, Modules } from "@medusajs/framework/utils"
import { SmtpProvider } from "./smtp-provider"

export { isRejectedPermanently } from "./smtp-provider"

export default ModuleProvider(Modules.NOTIFICATION, { services: [SmtpProvider] })
