import { createInstance } from "i18next"
import resources from "./index"

const i18n = createInstance({
  lng: "enGB",
  fallbackLng: "en",
  resources,
  interpolation: { escapeValue: false },
})
void i18n.init()

/** The texts as the admin shows them, for unit specs. */
export const t = i18n.getFixedT(null, "shop")
