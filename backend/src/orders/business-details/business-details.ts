import type { MedusaContainer } from "@medusajs/framework/types"
import { type BusinessDetails, toPounds } from "@shop/contracts"
import { Modules } from "@medusajs/framework/utils"
import { type Details, demoDetails, BUSINESS_DETAILS, changesSchema } from "../../modules/business-details"
import { readCardMethod } from "../card-method"
import type { Environment } from "../../platform/config/schema"
import { environment } from "../../platform/config"
import { isRealShop } from "../../platform/config/rules"
import { currentBrand } from "../../platform/config/current-brand"

/** The details from the environment and the brand, until staff edit them in the admin. */
export function defaultDetails(environment: Environment): Details {
  const isCompany = environment.SHOP_COMPANY_NUMBER !== "none"
  return {
    name: environment.SHOP_NAME,
    legalName: environment.SHOP_LEGAL_NAME,
    address: environment.SHOP_ADDRESS,
    email: environment.SHOP_EMAIL,
    phone: environment.SHOP_PHONE,
    companyNumber: isCompany ? environment.SHOP_COMPANY_NUMBER : null,
    registeredIn: isCompany ? (environment.SHOP_REGISTERED_IN ?? null) : null,
    vatNumber: environment.SHOP_VAT_NUMBER ?? null,
    hours: currentBrand.hours,
    instagram: currentBrand.instagram,
    facebook: currentBrand.facebook,
    x: currentBrand.x,
  }
}

export async function readDetails(container: MedusaContainer): Promise<Details> {
  return container.resolve(BUSINESS_DETAILS).current(defaultDetails(environment))
}

export async function readBusinessDetails(container: MedusaContainer): Promise<BusinessDetails> {
  const details = await readDetails(container)
  const { instagram, facebook, x, ...rest } = details
  const profiles = { instagram, facebook, x }
  return {
    ...rest,
    social: (["instagram", "facebook", "x"] as const).flatMap((network) => {
      const url = profiles[network]
      return url === null ? [] : [{ network, url }]
    }),
    periods: {
      quoteMinutes: environment.BITCOIN_QUOTE_MINUTES,
      messagesKeptDays: environment.MESSAGES_KEPT_DAYS,
    },
    cards: await readCards(container),
    demo: demoDetails(details).length > 0,
  }
}

async function readCards(container: MedusaContainer): Promise<BusinessDetails["cards"]> {
  const cards = await readCardMethod(container)
  if (cards === null) return null
  const least = toPounds(cards.leastPence)
  return cards.how === "hosted"
    ? { processor: cards.processor, minutesToPay: environment.CARD_RESERVATION_MINUTES, least }
    : { processor: null, minutesToPay: environment.CARD_ORDER_HOURS * 60, least }
}

interface FieldError {
  field: string
  message: string
}

type Edited = { ok: true } | { ok: false; errors: FieldError[] }

/** Details that were not entered stay. A shop in production never takes a demo value back. `editedBy` is an e-mail address. */
export async function editBusinessDetails(
  container: MedusaContainer,
  typed: unknown,
  editedBy: string,
): Promise<Edited> {
  const parsed = changesSchema.safeParse(typed)
  if (!parsed.success) {
    const errors = parsed.error.issues.map(({ path, message }) => ({ field: path.join("."), message }))
    return { ok: false, errors }
  }
  const service = container.resolve(BUSINESS_DETAILS)
  const defaults = defaultDetails(environment)
  // One change at a time: each records the value before it.
  return container.resolve(Modules.LOCKING).execute(["business-details"], async () => {
    const wanted = { ...(await service.current(defaults)), ...parsed.data }
    const demo = mustBeReal ? demoDetails(wanted).filter(({ name }) => name in parsed.data) : []
    if (demo.length > 0) {
      const errors = demo.map(({ name, sentence }) => ({ field: name, message: `This ${sentence}.` }))
      return { ok: false, errors }
    }
    await service.change(defaults, parsed.data, editedBy)
    return { ok: true }
  })
}

const mustBeReal = isRealShop(environment)
