import type { Details } from "../../modules/business-details"
import type { Environment } from "../../config/schema"

/** Who the shop is as long as staff have written nothing else in the admin. */
export function defaultDetails(environment: Environment): Details {
  const isCompany = environment.SHOP_COMPANY_NUMBER !== "none"
  return {
    name: environment.SHOP_NAME,
    legalName: environment.SHOP_LEGAL_NAME,
    address: environment.SHOP_ADDRESS,
    email: environment.SHOP_EMAIL,
    phone: environment.SHOP_PHONE,
    companyNumber: isCompany ? environment.SHOP_COMPANY_NUMBER : null,
    registeredIn: isCompany ? environment.SHOP_REGISTERED_IN : null,
    vatNumber: environment.SHOP_VAT_NUMBER ?? null,
    // The specification's hours and three links (section 2, Contact).
    hours: [
      { days: "Mon-Fri", hours: "9am-5pm" },
      { days: "Sat", hours: "10am-2pm" },
    ],
    instagram: "https://www.instagram.com/",
    facebook: "https://www.facebook.com/",
    x: "https://x.com/",
  }
}
