import { paragraph } from "./blocks"
import { defineMail } from "./define-mail"
import { ukTime } from "./formats"
import { deviceBlocks, sampleDevice, staffDevice, type DeviceView } from "./staff-device"

/** To a member of staff: their password was used on a device that they have not used before. */
export const staffSignIn = defineMail({
  name: "staff-sign-in",
  audience: "staff",
  resource: "staff_account",
  schema: staffDevice,
  load({ adminUrl }, { account, ...device }) {
    return Promise.resolve({ id: account, view: { ...device, resetUrl: `${adminUrl}/reset-password` } })
  },
  render: (device: DeviceView, shop) => ({
    subject: `New sign-in to the ${shop.name} admin`,
    preview: `Your password was used on a new device, ${ukTime(device.at)}.`,
    title: "Sign-in from a new device",
    blocks: [
      paragraph("Your password was used on a device that has not signed in with it before."),
      ...deviceBlocks(device, "choose a new password now: it signs out every device."),
    ],
  }),
  fixtures: { "from a browser": sampleDevice },
})
