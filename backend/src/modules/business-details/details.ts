import { z } from "@medusajs/framework/zod"

const line = (sentence: string, most: number) =>
  z
    .string(sentence)
    .transform((text) => text.replace(/[\s\p{Cc}]+/gu, " ").trim())
    .pipe(z.string().min(1, sentence).max(most, `Please keep it to ${most} characters.`))

const orNone = <Schema extends z.ZodType>(schema: Schema) =>
  z.preprocess(
    (value) => (typeof value === "string" && value.trim() === "" ? null : value),
    schema.nullable(),
  )

const withoutSpaces = (text: string) => text.replace(/\s+/g, "").toUpperCase()

const profileAt = (site: string) => {
  const sentence = `Please enter an https address like https://${site}/your-shop, or leave it empty.`
  return orNone(
    z.url({
      protocol: /^https$/,
      hostname: new RegExp(`(^|\\.)${site.replace(".", "\\.")}$`),
      error: sentence,
    }),
  )
}

/** What staff may enter, normalised. The form shows the messages to staff. */
export const detailsSchema = z.object({
  name: line("Please enter the shop's name.", 60),
  legalName: line("Please enter the trader's name as registered.", 120),
  address: line("Please enter the address where the business is established.", 240),
  email: z.email("Please enter a valid email address.").max(254),
  phone: line("Please enter a phone number.", 24).pipe(
    z
      .string()
      .regex(/^\+?[\d ()-]{9,24}$/, "Please enter a phone number like 020 7946 0123 or +44 20 7946 0123."),
  ),
  companyNumber: orNone(
    z
      .string()
      .transform(withoutSpaces)
      .pipe(
        z
          .string()
          .regex(/^(\d{8}|[A-Z]{2}\d{6})$/, "A company number has 8 characters, like 01234567 or SC123456."),
      ),
  ),
  registeredIn: orNone(line("Please say where the company is registered.", 60)),
  vatNumber: orNone(
    z
      .string()
      .transform(withoutSpaces)
      .pipe(
        z
          .string()
          .regex(
            /^(GB|XI)(\d{9}|\d{12})$/,
            "A VAT number is GB and 9 digits, like GB123456789. Leave it empty without one.",
          ),
      ),
  ),
  hours: z
    .array(z.object({ days: line("Which days?", 40), hours: line("At what time?", 40) }))
    .max(7, "Seven lines are enough for a week."),
  instagram: profileAt("instagram.com"),
  facebook: profileAt("facebook.com"),
  x: profileAt("x.com"),
})

export type Details = z.output<typeof detailsSchema>
export type DetailName = keyof Details

/** The details that staff have changed; unknown keys are rejected. */
export const changesSchema = z.strictObject(detailsSchema.partial().shape)

export const DETAIL_NAMES = detailsSchema.keyof().options

const isMarked = (value: string | null) => value?.includes("(demo)") === true

const DEMO_RULES: { name: DetailName; sentence: string; isBroken: (details: Details) => boolean }[] = [
  {
    name: "legalName",
    sentence: "is a demo value; give the registered name of the business",
    isBroken: ({ legalName }) => isMarked(legalName),
  },
  {
    name: "address",
    sentence: "is a demo value; give the geographic address of the business",
    isBroken: ({ address }) => isMarked(address),
  },
  {
    name: "companyNumber",
    sentence: "is a demo value; give the number from Companies House",
    isBroken: ({ companyNumber }) => isMarked(companyNumber),
  },
  {
    name: "email",
    sentence: "ends in .example; give an address that shoppers can write to",
    isBroken: ({ email }) => email.endsWith(".example"),
  },
  {
    name: "phone",
    sentence: "is a fictional number (020 7946 0xxx); give a real one",
    isBroken: ({ phone }) => /^(\+44|0)20 ?7946 ?0/.test(phone.replace(/[()-]/g, "")),
  },
]

/** The details that still have demo values, each with what to do. A production shop must have none. */
export function demoDetails(details: Details): { name: DetailName; sentence: string }[] {
  return DEMO_RULES.filter((rule) => rule.isBroken(details)).map(({ name, sentence }) => ({ name, sentence }))
}
