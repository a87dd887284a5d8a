import { de } from "./de"
import { en } from "./en"

/** Merged into the admin's own texts. A language without its own shows English. */
export default {
  en: { translation: { bitcoinPayment: en } },
  de: { translation: { bitcoinPayment: de } },
}
