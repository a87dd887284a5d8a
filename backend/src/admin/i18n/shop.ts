import { account } from "./account"
import { business } from "./business"
import { common } from "./common"
import { food } from "./food"
import { messages } from "./messages"
import { order } from "./order"
import { parcels } from "./parcels"
import { payments } from "./payments"
import { reports } from "./reports"
import { stock } from "./stock"
import { store } from "./store"
import { today } from "./today"
import { wallet } from "./wallet"

/** Our own texts, by the area of the admin that shows them. */
export const shop = {
  account,
  business,
  common,
  food,
  messages,
  order,
  parcels,
  payments,
  reports,
  stock,
  store,
  today,
  wallet,
}

/** The compiler knows every key of `useTranslation("shop")`. */
declare module "i18next" {
  interface CustomTypeOptions {
    resources: { shop: typeof shop }
  }
}
