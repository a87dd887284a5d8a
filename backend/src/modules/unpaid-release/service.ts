import { MedusaService } from "@medusajs/framework/utils"
import { UnpaidRelease } from "./models/unpaid-release"

/** Orders that staff released for shipping before payment. */
export default class UnpaidReleaseService extends MedusaService({ UnpaidRelease }) {}
