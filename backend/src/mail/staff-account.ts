import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys, Modules } from "@medusajs/framework/utils"
import { z } from "@medusajs/framework/zod"
import { readSecondFactorState } from "../platform/medusa-tables/staff-accounts"
import { button, fact, paragraph, type Block } from "./blocks"
import { defineMail } from "./define-mail"
import { ukTime } from "./formats"

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
  render: ({ expiresAt, invitationUrl }, shop) => ({
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
})

/** Whether the address has an account is checked when the mail is composed: asking takes equally long for every address. */
export const staffPasswordReset = defineMail({
  name: "staff-password-reset",
  audience: "staff",
  resource: "staff_account",
  schema: z.object({ email: z.string() }),
  async load({ container, adminUrl }, { email }) {
    const [user] = await container.resolve(Modules.USER).listUsers({ email }, { select: ["id"], take: 1 })
    const token = user ? await resetToken(container, email) : null
    if (!user || token === null) return null
    return {
      id: user.id,
      view: { resetUrl: `${adminUrl}/reset-password?token=${encodeURIComponent(token)}` },
    }
  },
  render: ({ resetUrl }, shop) => ({
    subject: `A new password for the ${shop.name} admin`,
    preview: "The link is valid for 15 minutes.",
    title: "Choose a new password",
    blocks: [
      paragraph(
        "Someone asked for a new password for your account. The link is valid for 15 minutes and works once.",
      ),
      button("Choose a new password", resetUrl),
      paragraph("It needs at least 12 characters. Afterwards you are signed out on every device."),
      paragraph("If it was not you, ignore this email: your password stays as it is."),
    ],
  }),
})

/** Null: the address cannot sign in with a password. */
async function resetToken(container: MedusaContainer, email: string): Promise<string | null> {
  const { jwtSecret, jwtOptions } = container.resolve(ContainerRegistrationKeys.CONFIG_MODULE).projectConfig
    .http
  const identities = await container
    .resolve(Modules.AUTH)
    .listProviderIdentities({ entity_id: email, provider: "emailpass" }, { select: ["id"] })
  if (identities.length === 0 || jwtSecret === undefined) return null
  // By its id: importing it would load all of Medusa into everything that composes mails.
  const run: unknown = await container.resolve(Modules.WORKFLOW_ENGINE).run("generate-reset-password-token", {
    input: {
      entityId: email,
      actorType: "user",
      provider: "emailpass",
      secret: jwtSecret,
      ...(jwtOptions && { jwtOptions }),
    },
  })
  return z.object({ result: z.string() }).parse(run).result
}

const staffDevice = z.object({
  account: z.string(),
  at: z.iso.datetime(),
  agent: z.string(),
  address: z.string(),
})

export const staffSignIn = defineMail({
  name: "staff-sign-in",
  audience: "staff",
  resource: "staff_account",
  schema: staffDevice,
  load({ adminUrl }, { account, ...device }) {
    return Promise.resolve({ id: account, view: { ...device, resetUrl: `${adminUrl}/reset-password` } })
  },
  render: (device, shop) => ({
    subject: `New sign-in to the ${shop.name} admin`,
    preview: `Your password was used on a new device, ${ukTime(device.at)}.`,
    title: "Sign-in from a new device",
    blocks: [
      paragraph("Your password was used on a device that has not signed in with it before."),
      ...deviceBlocks(device, "choose a new password now: it signs out every device."),
    ],
  }),
})

const CHANGES = {
  added: "An authenticator app was added to your account. Signing in needs its code from now on.",
  removed: "The authenticator app was removed from your account. Signing in needs no code any more.",
  "new-codes": "New recovery codes were made for your account. The codes that you had no longer work.",
} as const

/** To a member of staff: their second factor has been changed. A thief of a session would begin with that. */
export const staffSecondFactor = defineMail({
  name: "staff-second-factor",
  audience: "staff",
  resource: "staff_account",
  schema: staffDevice.extend({
    change: z.enum(["added", "removed", "new-codes"]),
    identity: z.string(),
    /** What `readSecondFactorState` said before the change. */
    before: z.string(),
  }),
  async load({ container, adminUrl }, { account, identity, before, ...device }) {
    const [now] = await readSecondFactorState(container, { identity })
    if (now?.state === before) return null
    return { id: account, view: { ...device, resetUrl: `${adminUrl}/reset-password` } }
  },
  render: ({ change, ...device }, shop) => ({
    subject: `Your second factor for the ${shop.name} admin was changed`,
    preview: `${CHANGES[change]} ${ukTime(device.at)}.`,
    title: "Two-factor authentication",
    blocks: [
      paragraph(CHANGES[change]),
      ...deviceBlocks(
        device,
        "choose a new password now: it signs out every device. Then ask the person who runs the server to reset your second factor.",
      ),
    ],
  }),
})

function deviceBlocks(
  { at, agent, address, resetUrl }: Record<"at" | "agent" | "address" | "resetUrl", string>,
  otherwise: string,
): Block[] {
  return [
    fact("Time", ukTime(at)),
    fact("Browser or program", agent),
    fact("Network address", address),
    paragraph(`If this was you, there is nothing to do. If not, ${otherwise}`),
    button("Choose a new password", resetUrl),
  ]
}
