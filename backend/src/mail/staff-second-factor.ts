import { z } from "@medusajs/framework/zod"
import { paragraph } from "./blocks"
import { defineMail } from "./define-mail"
import { ukTime } from "./formats"
import { deviceBlocks, sampleDevice, staffDevice, type DeviceView } from "./staff-device"

const CHANGES = {
  added: "An authenticator app was added to your account. Signing in needs its code from now on.",
  removed: "The authenticator app was removed from your account. Signing in needs no code any more.",
  "new-codes": "New recovery codes were made for your account. The codes that you had no longer work.",
} as const

const changeSchema = z.enum(["added", "removed", "new-codes"])

interface View extends DeviceView {
  change: string
}

/** To a member of staff: their second factor has been changed. A thief of a session would begin with that. */
export const staffSecondFactor = defineMail({
  name: "staff-second-factor",
  audience: "staff",
  resource: "staff_account",
  schema: staffDevice.extend({ change: changeSchema }),
  load({ adminUrl }, { account, change, ...device }) {
    const resetUrl = `${adminUrl}/reset-password`
    return Promise.resolve({ id: account, view: { ...device, change: CHANGES[change], resetUrl } })
  },
  render: ({ change, ...device }: View, shop) => ({
    subject: `Your second factor for the ${shop.name} admin was changed`,
    preview: `${change} ${ukTime(device.at)}.`,
    title: "Two-factor authentication",
    blocks: [
      paragraph(change),
      ...deviceBlocks(
        device,
        "choose a new password now: it signs out every device. Then ask the person who runs the server to reset your second factor.",
      ),
    ],
  }),
  fixtures: {
    added: { ...sampleDevice, change: CHANGES.added },
    removed: { ...sampleDevice, change: CHANGES.removed },
    "new codes": { ...sampleDevice, change: CHANGES["new-codes"] },
  },
})
