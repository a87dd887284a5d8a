import { existsSync, readdirSync, readFileSync } from "node:fs"
import path from "node:path"
import { z } from "@medusajs/framework/zod"

const text = z.string().trim().min(1, "needs a value")
const mailAddress = z.email("needs an email address like staff@shop.example")
const hex = z.string().regex(/^#[0-9a-f]{6}$/i, "needs a colour like #3d1230")
const shades = z.object({ light: hex, dark: hex })

const WEEKDAYS = ["Mon", "Tue", "Wed", "Thu", "Fri"] as const

/** `brand.json`: what the backend, the launcher and the pages say of the business until staff change it in the admin. */
const brandSchema = z.object({
  /** `demo`: the demonstration's. `draft`: with placeholders. A shop in production refuses both. */
  status: z.enum(["demo", "draft", "ready"]),
  name: text,
  legalName: text,
  address: text,
  companyNumber: text,
  /** Where the company is registered, like England and Wales. Null: not filled in yet. */
  registeredIn: text.nullable(),
  email: mailAddress,
  phone: text,
  mailFrom: text,
  staffEmail: mailAddress,
  hours: z.array(z.object({ days: text, hours: text })),
  /** How soon emails are answered: `24 hours`. */
  replyWithin: text,
  /** How soon after delivery buyers are asked to report damage: `48 hours`. */
  reportWithin: text,
  /** Parcels are posted on these business days, if they are paid before this hour. */
  postedOn: z.array(z.enum(WEEKDAYS)).min(1, "needs a day like Mon"),
  postedBefore: z.string().regex(/^(1[0-2]|[1-9])(am|pm)$/, "needs an hour like 2pm"),
  instagram: z.url().nullable(),
  facebook: z.url().nullable(),
  x: z.url().nullable(),
  stockLocation: z.object({ name: text, street: text, city: text, postcode: text }),
  /** The colours that only emails have. The others are in `colours.css`. */
  mail: z.object({ panel: shades, legal: shades, onBrand: hex, onNight: hex }),
})

export interface Brand extends z.infer<typeof brandSchema> {
  folder: string
}

const DEFAULT_BRAND = "demo"

/** The folder of all brands: beside `backend/`, above the source as above a build. */
function brandsFolder(): string {
  const above = (folder: string): string => {
    const candidate = path.join(folder, "brands")
    if (existsSync(path.join(candidate, DEFAULT_BRAND))) return candidate
    const parent = path.dirname(folder)
    if (parent === folder) throw new Error(`There is no folder called brands above ${__dirname}`)
    return above(parent)
  }
  return above(__dirname)
}

/** Empty `name`: the demonstration's. @throws Error with a sentence for the operator */
export function readBrand(name: string | undefined): Brand {
  const folder = path.join(brandsFolder(), name || DEFAULT_BRAND)
  const file = path.join(folder, "brand.json")
  if (!existsSync(file)) throw new Error(`there is no brand called ${name ?? ""}. There are: ${brandNames()}`)
  const parsed = brandSchema.safeParse(JSON.parse(readFileSync(file, "utf8")))
  if (parsed.success) return { ...parsed.data, folder }
  const problems = parsed.error.issues.map((issue) => `${issue.path.join(".")} ${issue.message}`)
  throw new Error(`brand.json of ${name ?? DEFAULT_BRAND}: ${problems.join("; ")}`)
}

function brandNames(): string {
  const folder = brandsFolder()
  return readdirSync(folder)
    .filter((name) => existsSync(path.join(folder, name, "brand.json")))
    .join(", ")
}

export const defaultsOf = (brand: Brand): Record<string, string> => ({
  SHOP_NAME: brand.name,
  SHOP_LEGAL_NAME: brand.legalName,
  SHOP_ADDRESS: brand.address,
  SHOP_COMPANY_NUMBER: brand.companyNumber,
  ...(brand.registeredIn !== null && { SHOP_REGISTERED_IN: brand.registeredIn }),
  SHOP_EMAIL: brand.email,
  SHOP_PHONE: brand.phone,
  MAIL_FROM: brand.mailFrom,
  STAFF_EMAIL: brand.staffEmail,
})

const UNFINISHED = {
  demo: "the logo and the story are the demonstration's; make a brand of your own (docs/make-it-yours.md)",
  draft:
    'the logo and the story are still placeholders; replace them (docs/make-it-yours.md), then write "status": "ready" in its brand.json',
}

export const unfinishedBrand = ({ status }: Brand): string | null =>
  status === "ready" ? null : UNFINISHED[status]
