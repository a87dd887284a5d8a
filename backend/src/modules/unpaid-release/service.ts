import { MedusaService } from "@medusajs/framework/utils"
import { UnpaidRelease } from "./models/unpaid-release"

/** Which orders staff let go out unpaid. */
export default class UnpaidReleaseService extends MedusaService({ UnpaidRelease }) {}
