import { z } from "@medusajs/framework/zod"
import { button, fact, paragraph } from "./blocks"
import { defineMail } from "./define-mail"
import { ukTime } from "./formats"

interface View {
  at: string
  agent: string
  address: string
  resetUrl: string
}

/** To a member of staff: their password was used on a device that they have not used before. */
export const staffSignIn = defineMail({
  name: "staff-sign-in",
  audience: "staff",
  resource: "staff_account",
  schema: z.object({ account: z.string(), at: z.iso.datetime(), agent: z.string(), address: z.string() }),
  load({ adminUrl }, { account, at, agent, address }) {
    return Promise.resolve({
      id: account,
      view: { at, agent, address, resetUrl: `${adminUrl}/reset-password` },
    })
  },
  render: ({ at, agent, address, resetUrl }: View, shop) => ({
    subject: `New sign-in to the ${shop.name} admin`,
    preview: `Your password was used on a new device, ${ukTime(at)}.`,
    title: "Sign-in from a new device",
    blocks: [
      paragraph("Your password was used on a device that has not signed in with it before."),
      fact("Time", ukTime(at)),
      fact("Browser or program", agent),
      fact("Network address", address),
      paragraph(
        "If this was you, there is nothing to do. If not, choose a new password now: it signs out every device.",
      ),
      button("Choose a new password", resetUrl),
    ],
  }),
  fixtures: {
    "from a browser": {
      at: "2026-06-21T14:05:00.000Z",
      agent: "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0",
      address: "203.0.113.7",
      resetUrl: "https://admin.shop.test/app/reset-password",
    },
  },
})
