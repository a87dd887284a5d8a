import { z } from "@medusajs/framework/zod"
import { button, fact, paragraph, type Block } from "./blocks"
import { ukTime } from "./formats"

/** From where a member of staff's account was used. */
export const staffDevice = z.object({
  /** The address with which they sign in. */
  account: z.string(),
  at: z.iso.datetime(),
  agent: z.string(),
  address: z.string(),
})

export interface DeviceView {
  at: string
  agent: string
  address: string
  resetUrl: string
}

/** When and from where it happened, and what to do if it was another person. */
export function deviceBlocks({ at, agent, address, resetUrl }: DeviceView, otherwise: string): Block[] {
  return [
    fact("Time", ukTime(at)),
    fact("Browser or program", agent),
    fact("Network address", address),
    paragraph(`If this was you, there is nothing to do. If not, ${otherwise}`),
    button("Choose a new password", resetUrl),
  ]
}

export const sampleDevice: DeviceView = {
  at: "2026-06-21T14:05:00.000Z",
  agent: "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0",
  address: "203.0.113.7",
  resetUrl: "https://admin.shop.test/app/reset-password",
}
