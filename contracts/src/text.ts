import * as z from "zod/mini"

/** Invisible characters, which come with a copied text (Unicode's Default_Ignorable_Code_Point). */
const INVISIBLE = /\p{Default_Ignorable_Code_Point}/gu

/** Without invisible characters, and with one plain space for white space of any kind. */
export const tidy = (text: string): string => text.replace(INVISIBLE, "").replace(/\s+/g, " ").trim()

/** White space at its ends and invisible characters do not count. @param tooShort also when it is missing */
export const typedText = (min: number, max: number, tooShort: string, tooLong: string) =>
  z.string(tooShort).check(
    z.trim(),
    z.minLength(min, { error: tooShort, abort: true }),
    z.refine((text) => text.replace(INVISIBLE, "").trim().length >= min, tooShort),
    z.maxLength(max, tooLong),
  )

/** How many rows a page of a list has, as a query has it. */
export function limitSchema(most: number) {
  const message = `Use a limit from 1 to ${most}.`
  return z.pipe(
    z.string().check(z.regex(/^\d{1,3}$/, message)),
    z.pipe(z.transform(Number), z.int().check(z.minimum(1, message), z.maximum(most, message))),
  )
}

export const nameSchema = typedText(
  2,
  120,
  "Name must be at least 2 characters.",
  "Name must be at most 120 characters.",
)

const EMAIL_MESSAGE = "Please enter a valid email address."

/** An email address as it is sent: the domain of `ann@exämple.de` in its ASCII form, without the full stop of a sentence. */
export const emailSchema = z.string(EMAIL_MESSAGE).check(
  z.overwrite((text) => withAsciiDomain(tidy(text).replace(/\.$/, ""))),
  z.maxLength(254, EMAIL_MESSAGE),
  z.regex(z.regexes.email, EMAIL_MESSAGE),
)

/** Browsers and Node have it; the contract is compiled for neither. */
declare const URL: { canParse: (url: string) => boolean; new (url: string): { hostname: string } }

function withAsciiDomain(address: string): string {
  const at = address.lastIndexOf("@") + 1
  const domain = address.slice(at)
  const isInternational = /\P{ASCII}/u.test(domain) && /^[\p{L}\p{M}\p{N}.-]+$/u.test(domain)
  return isInternational && URL.canParse(`http://${domain}`)
    ? address.slice(0, at) + new URL(`http://${domain}`).hostname
    : address
}

export const PHONE_MESSAGE = "Please enter a valid phone number."
/** As people write it: `+44 (0)20 7946 0018 ext. 12`, `tel:020-7946-0018`. */
const PHONE = /^(?:tel:)?([\d\s+()./\p{Dash_Punctuation}]+)(?:(?:ext|x)[\s.]*\d+)?$/iu
const FEWEST_DIGITS = 7

/** The digits of a text that may be a part of a phone number, without an extension. Null: it cannot be one. */
export const phoneDigits = (text: string): string | null => PHONE.exec(text)?.[1]?.replace(/\D/g, "") ?? null

export const isPhone = (text: string): boolean =>
  text.length >= 10 &&
  text.length <= 30 &&
  PHONE.test(text) &&
  text.replace(/\D/g, "").length >= FEWEST_DIGITS

export const phoneSchema = z
  .string(PHONE_MESSAGE)
  .check(
    z.overwrite(tidy),
    z.minLength(10, { error: PHONE_MESSAGE, abort: true }),
    z.maxLength(30, { error: PHONE_MESSAGE, abort: true }),
    z.refine(isPhone, PHONE_MESSAGE),
  )
