import { environment } from "../../config"

/** The trader as every mail signs. */
export const shop = {
  name: environment.SHOP_NAME,
  legalName: environment.SHOP_LEGAL_NAME,
  address: environment.SHOP_ADDRESS,
  companyNumber: environment.SHOP_COMPANY_NUMBER,
  vatNumber: environment.SHOP_VAT_NUMBER ?? null,
  email: environment.STAFF_EMAIL,
  url: environment.PUBLIC_URL,
}
