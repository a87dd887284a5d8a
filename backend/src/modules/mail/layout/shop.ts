import { z } from "@medusajs/framework/zod"

/** Who writes: what the law wants at the foot of a trader's letter. */
export const shopSchema = z.object({
  name: z.string(),
  legalName: z.string(),
  address: z.string(),
  companyNumber: z.string(),
  vatNumber: z.string().nullable(),
  email: z.string(),
  url: z.string(),
})
export type Shop = z.infer<typeof shopSchema>

/** The trader in lines: name, address, numbers, how to reach. */
export function imprint(shop: Shop): string[] {
  const numbers = [`Company number ${shop.companyNumber}`]
  if (shop.vatNumber !== null) numbers.push(`VAT number ${shop.vatNumber}`)
  return [shop.legalName, shop.address, numbers.join(" · "), `${shop.email} · ${shop.url}`]
}
