import { expect } from "@playwright/test"
import { z } from "zod"

const messagesSchema = z.array(z.object({ id: z.string(), subject: z.string(), to: z.array(z.string()) }))
const messageSchema = z.object({
  subject: z.string(),
  text: z.string().nullable(),
  html: z.string().nullable(),
})
export type Message = z.infer<typeof messageSchema>

const readJson = async (url: string): Promise<unknown> => (await fetch(url)).json()

/** Waits for the one message whose subject begins so. @returns it with its text */
export async function messageTo(mailboxUrl: string, recipient: string, subject: string): Promise<Message> {
  const arrived = async () => {
    const url = `${mailboxUrl}/api/messages?to=${encodeURIComponent(recipient)}`
    return messagesSchema.parse(await readJson(url)).filter((message) => message.subject.startsWith(subject))
  }
  await expect
    .poll(arrived, { message: `a mail to ${recipient} with the subject "${subject}…"`, timeout: 20_000 })
    .toHaveLength(1)
  const [message] = await arrived()
  return messageSchema.parse(await readJson(`${mailboxUrl}/api/messages/${message?.id ?? ""}`))
}
