import * as z from "zod/mini"
import { userSchema } from "./session"
import { isPhone, nameSchema, PHONE_MESSAGE, tidy } from "./text"

/** `GET /api/account`: the user, and how many guest orders with the same verified email address can be claimed. */
export const accountSchema = z.object({ ...userSchema.shape, claimableOrders: z.int() })
export type Account = z.infer<typeof accountSchema>

/** `PATCH /api/account`: omitted fields do not change; an empty phone number removes it. The e-mail address is Google's. */
export const editProfileSchema = z.strictObject({
  name: z.optional(nameSchema),
  phone: z.optional(
    z.string(PHONE_MESSAGE).check(
      z.overwrite(tidy),
      z.refine((phone) => phone === "" || isPhone(phone), PHONE_MESSAGE),
    ),
  ),
})
export type EditProfile = z.infer<typeof editProfileSchema>

// `DELETE /api/account`: 204, or 403 `sign_in_again` if the last sign-in is more than ten minutes ago.
// `GET /api/account/export`: a JSON file to download.

/** `POST /api/account/claim-orders`: the number of claimed orders. */
export const claimedOrdersSchema = z.object({ claimed: z.int() })
