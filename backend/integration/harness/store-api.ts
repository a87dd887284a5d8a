import { z } from "zod"
import { send } from "./call"
import type { Staff } from "./staff"

const keysSchema = z.object({ api_keys: z.array(z.object({ token: z.string(), type: z.string() })) })
const regionsSchema = z.object({ regions: z.array(z.object({ id: z.string() })) })
const cartAnswer = z.object({ cart: z.object({ id: z.string() }) })
const optionsSchema = z.object({
  shipping_options: z.array(
    z.object({ id: z.string(), amount: z.number(), type: z.object({ code: z.string() }) }),
  ),
})
const collectionAnswer = z.object({ payment_collection: z.object({ id: z.string() }) })
const completedSchema = z.object({ type: z.literal("order"), order: z.object({ id: z.string() }) })

/** Medusa's store API, called as by its starter storefront. */
export interface StoreApi {
  createCart(): Promise<string>
  addItem(cartId: string, variantId: string, quantity: number): Promise<void>
  addPromotion(cartId: string, code: string): Promise<void>
  /** What Medusa asks for this delivery of this cart, in pounds. */
  deliveryPrice(cartId: string, shippingCode: string): Promise<number | undefined>
  /** Address, delivery, payment and completion. */
  checkOut(cartId: string, buyer: StoreBuyer): Promise<string>
}

export interface StoreBuyer {
  email: string
  address: Record<string, string>
  shippingCode: string
  providerId: string
}

/** The address of `checkoutOf` in Medusa's format. */
export const ADAS_ADDRESS = {
  first_name: "Ada",
  last_name: "Lovelace",
  address_1: "12 St James's Square",
  city: "London",
  postal_code: "SW1Y 4JH",
  country_code: "gb",
  phone: "07700 900123",
}

/** The store API with the shop's publishable key. Requires `STORE_API=open`. */
export async function openStoreApi(staff: Staff, backendUrl: string): Promise<StoreApi> {
  const { api_keys: keys } = await staff.get(keysSchema, "/admin/api-keys?type=publishable")
  const token = keys[0]?.token
  if (token === undefined) throw new Error("The seed made no publishable key.")
  const ask = async <Schema extends z.ZodType>(
    schema: Schema,
    method: "GET" | "POST",
    path: string,
    body?: unknown,
  ) => {
    const response = await send(path, {
      method,
      backendUrl,
      body,
      headers: { "x-publishable-api-key": token },
    })
    const text = await response.text()
    if (!response.ok) throw new Error(`${method} ${path} answered ${String(response.status)}: ${text}`)
    return schema.parse(JSON.parse(text))
  }
  const findOption = async (cartId: string, shippingCode: string) => {
    const path = `/store/shipping-options?cart_id=${cartId}`
    const { shipping_options: options } = await ask(optionsSchema, "GET", path)
    return options.find(({ type }) => type.code === shippingCode)
  }
  const [region] = (await ask(regionsSchema, "GET", "/store/regions")).regions
  return {
    createCart: async () =>
      (await ask(cartAnswer, "POST", "/store/carts", { region_id: region?.id })).cart.id,
    addItem: async (cartId, variant_id, quantity) => {
      await ask(z.unknown(), "POST", `/store/carts/${cartId}/line-items`, { variant_id, quantity })
    },
    addPromotion: async (cartId, code) => {
      await ask(z.unknown(), "POST", `/store/carts/${cartId}/promotions`, { promo_codes: [code] })
    },
    deliveryPrice: async (cartId, shippingCode) => (await findOption(cartId, shippingCode))?.amount,
    checkOut: async (cartId, { email, address, shippingCode, providerId }) => {
      await ask(z.unknown(), "POST", `/store/carts/${cartId}`, {
        email,
        shipping_address: address,
        billing_address: address,
      })
      const option = await findOption(cartId, shippingCode)
      await ask(z.unknown(), "POST", `/store/carts/${cartId}/shipping-methods`, { option_id: option?.id })
      const { payment_collection: collection } = await ask(
        collectionAnswer,
        "POST",
        "/store/payment-collections",
        { cart_id: cartId },
      )
      await ask(z.unknown(), "POST", `/store/payment-collections/${collection.id}/payment-sessions`, {
        provider_id: providerId,
      })
      return (await ask(completedSchema, "POST", `/store/carts/${cartId}/complete`, {})).order.id
    },
  }
}
