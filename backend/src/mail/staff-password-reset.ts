import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys, Modules } from "@medusajs/framework/utils"
import { z } from "@medusajs/framework/zod"
import { button, paragraph } from "./blocks"
import { defineMail } from "./define-mail"

interface View {
  resetUrl: string
}

/**
 * To a member of staff: the link to a new password. Whether the address has an account is checked here, when the mail is
 * composed, so that asking for it takes equally long for every address.
 */
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
  render: ({ resetUrl }: View, shop) => ({
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
  fixtures: {
    "asked for": {
      resetUrl: "https://admin.shop.test/app/reset-password?token=eyJhbGciOiJIUzI1NiJ9.e30.c2ln",
    },
  },
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
