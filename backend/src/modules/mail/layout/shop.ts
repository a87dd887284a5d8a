import { z } from "@medusajs/framework/zod"

/** Who writes: what the law wants at the foot of a trader's letter. */
export const shopSchema = z.object({
  name: z.string(),
  legalName: z.string(),
  address: z.string(),
  /** Null for a trader that is no company. */
  companyNumber: z.string().nullable(),
  registeredIn: z.string().nullable(),
  /** Null below the VAT threshold. */
  vatNumber: z.string().nullable(),
  email: z.string(),
  phone: z.string(),
  hours: z.array(z.object({ days: z.string(), hours: z.string() })),
  url: z.string(),
})
export type Shop = z.infer<typeof shopSchema>

/** The trader in lines: name, address, numbers, how to reach. */
export function imprint(shop: Shop): string[] {
  const registered = shop.registeredIn === null ? "" : `, registered in ${shop.registeredIn}`
  const numbers = [
    ...(shop.companyNumber === null ? [] : [`Company number ${shop.companyNumber}${registered}`]),
    ...(shop.vatNumber === null ? [] : [`VAT number ${shop.vatNumber}`]),
  ]
  return [shop.legalName, shop.address, ...numbers, `${shop.email} · ${shop.phone}`, shop.url]
}

/** `Mon-Fri 9am-5pm and Sat 10am-2pm`; null when no hours are given. */
export function openingHours({ hours }: Shop): string | null {
  const lines = hours.map(({ days, hours }) => `${days} ${hours}`)
  const last = lines.pop()
  if (last === undefined) return null
  return lines.length === 0 ? last : `${lines.join(", ")} and ${last}`
}
