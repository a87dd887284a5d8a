import * as z from "zod/mini"
import { userSchema } from "./session"

const PHONE_MESSAGE = "Please enter a valid phone number."
const NAME_MESSAGE = "Name must be at least 2 characters."

/** `GET /api/account`: the user, and how many guest orders with the same verified email address can be claimed. */
export const accountSchema = z.extend(userSchema, { claimableOrders: z.int() })
export type Account = z.infer<typeof accountSchema>

/** `PATCH /api/account`: omitted fields do not change; an empty phone number removes it. The e-mail address is Google's. */
export const editProfileSchema = z.strictObject({
  name: z.optional(
    z
      .string(NAME_MESSAGE)
      .check(
        z.trim(),
        z.minLength(2, NAME_MESSAGE),
        z.maxLength(120, "Name must be at most 120 characters."),
      ),
  ),
  phone: z.optional(
    z.string(PHONE_MESSAGE).check(
      z.trim(),
      z.regex(/^$|^\+?[\d\s().-]+$/, PHONE_MESSAGE),
      z.refine((phone) => phone === "" || isDialled(phone), PHONE_MESSAGE),
    ),
  ),
})
export type EditProfile = z.infer<typeof editProfileSchema>

/**
 * `DELETE /api/account` has no body: 204, or 403 `sign_in_again` if the last sign-in is more than ten minutes ago.
 * `GET /api/account/export` returns a JSON file to download.
 */

/** `POST /api/account/claim-orders`: the number of claimed orders. */
export const claimedOrdersSchema = z.object({ claimed: z.int() })

/** From 10 digits (a UK number) to 15 (the maximum of E.164). */
function isDialled(phone: string): boolean {
  const digits = phone.replace(/\D/g, "").length
  return digits >= 10 && digits <= 15
}
