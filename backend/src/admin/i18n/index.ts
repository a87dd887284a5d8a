import { medusa } from "./medusa"
import { shop } from "./shop"

const english = { translation: medusa, shop }

/** Staff may choose either English in their profile. British is what the admin begins with. Other languages show English. */
export default { en: english, enGB: english }
