import { Modules } from "@medusajs/framework/utils"
import { z } from "@medusajs/framework/zod"
import { button, fact, paragraph } from "./blocks"
import { defineMail } from "./define-mail"
import { ukTime } from "./formats"

interface View {
  expiresAt: string
  invitationUrl: string
}

/** To a new colleague: the link with which only they can register. */
export const staffInvitation = defineMail({
  name: "staff-invitation",
  audience: "staff",
  resource: "staff_account",
  schema: z.object({ inviteId: z.string() }),
  async load({ container, adminUrl }, { inviteId: id }) {
    const [invite] = await container.resolve(Modules.USER).listInvites({ id })
    if (!invite || invite.accepted) return null
    return {
      id,
      view: {
        expiresAt: new Date(invite.expires_at).toISOString(),
        invitationUrl: `${adminUrl}/invite?token=${encodeURIComponent(invite.token)}`,
      },
    }
  },
  render: ({ expiresAt, invitationUrl }: View, shop) => ({
    subject: `You are invited to the ${shop.name} admin`,
    preview: `Create your account before ${ukTime(expiresAt)}.`,
    title: "Your invitation",
    blocks: [
      paragraph(`A colleague invites you to the admin of ${shop.name}. Create your account with this link:`),
      button("Create your account", invitationUrl),
      fact("Valid until", ukTime(expiresAt)),
      paragraph(
        "Choose a password of at least 12 characters that is hard to guess, such as four random words.",
      ),
      paragraph("If you do not expect this invitation, ignore this email."),
    ],
  }),
  fixtures: {
    "from a colleague": {
      expiresAt: "2026-06-22T14:05:00.000Z",
      invitationUrl: "https://admin.shop.test/app/invite?token=eyJhbGciOiJIUzI1NiJ9.e30.c2ln",
    },
  },
})
