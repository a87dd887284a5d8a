import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys, Modules } from "@medusajs/framework/utils"
import { isRefusedForGood, MAIL, type DueMail } from "../../modules/mail"
import { compose } from "./compose"

/** Few at a time: each is an attempt's own for five minutes, and a slow server may take most of one for each. */
const BATCH = 4

/** Sends every mail whose turn it is, until there is none. Trouble with one mail never holds up the next. */
export async function deliverDueMail(container: MedusaContainer): Promise<void> {
  const mail = container.resolve(MAIL)
  for (let due = await mail.claimDue(BATCH); due.length > 0; due = await mail.claimDue(BATCH)) {
    for (const one of due) await deliver(container, one)
  }
}

async function deliver(container: MedusaContainer, due: DueMail): Promise<void> {
  const mail = container.resolve(MAIL)
  const failure = await send(container, due)
  if (failure === null) return mail.markSent(due)
  const wait = await mail.markFailed(due, failure.reason, failure.isFinal)
  const next = wait === null ? "It is given up." : `The next attempt is in ${wait} s.`
  container
    .resolve(ContainerRegistrationKeys.LOGGER)
    .warn(`Mail ${due.key}, attempt ${due.attempts}, was not sent: ${failure.reason} ${next}`)
}

interface Failure {
  reason: string
  isFinal: boolean
}

async function send(container: MedusaContainer, due: DueMail): Promise<Failure | null> {
  try {
    const composed = await compose(container, due.template, due.data)
    if (composed === null) return { reason: "What it was about is gone.", isFinal: true }
    const { mail, resource } = composed
    const { subject, html, text, replyTo, continues } = mail
    await container.resolve(Modules.NOTIFICATION).createNotifications({
      to: due.to,
      channel: "email",
      template: due.template,
      content: { subject, html, text },
      data: due.data,
      provider_data: { key: due.key, replyTo, ...(continues && { continues }) },
      resource_id: resource.id,
      resource_type: resource.type,
      trigger_type: "mail-outbox",
      // One for each attempt: asked again with the key of a failed one, the module sends but then fails to note it.
      idempotency_key: `${due.key}#${due.attempts}`,
    })
    return null
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    return { reason, isFinal: isRefusedForGood(error) }
  }
}
