import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { z } from "@medusajs/framework/zod"
import { satoshis } from "../../../../../../modules/bitcoin-payment"
import { staffsInput } from "../../../../staffs-input"
import { key, press } from "../../../run-action"

const pence = z
  .int("Write an amount in whole pence.")
  .min(1, "Write an amount above zero.")
  .max(1_000_000_00, "Write a million pounds at most.")
const TOO_LONG = "Keep it below 500 characters."
const note = z.string().trim().max(500, TOO_LONG).optional()
const bodySchema = z.discriminatedUnion("method", [
  z.strictObject({
    method: z.literal("bitcoin"),
    key,
    pence,
    note,
    sats: z
      .string()
      .regex(/^[1-9]\d{0,15}$/, "Write whole satoshis.")
      .transform((digits) => satoshis(BigInt(digits))),
    address: z
      .string()
      .trim()
      .regex(/^[a-zA-Z0-9]{14,100}$/, "That is not a Bitcoin address."),
    txid: z
      .string()
      .trim()
      .toLowerCase()
      .regex(/^[0-9a-f]{64}$/, "That is not a transaction id: it has 64 digits from 0 to f."),
  }),
  z.strictObject({
    method: z.literal("pounds"),
    key,
    pence,
    note: z.string().trim().min(5, "Say how it was paid back.").max(500, TOO_LONG),
  }),
])

/** Records money that went back: in bitcoin with its transaction, or in pounds as was agreed. Nothing is sent by it. */
export async function POST(req: AuthenticatedMedusaRequest, res: MedusaResponse): Promise<void> {
  const body = staffsInput(bodySchema, req.body)
  const method =
    body.method === "bitcoin"
      ? ({ kind: "bitcoin", sats: body.sats, address: body.address, txid: body.txid } as const)
      : ({ kind: "pounds" } as const)
  const refund = { method, pence: BigInt(body.pence), note: body.note ?? null }
  await press(req, res, { key: body.key, reason: body.note }, { action: "record_refund", refund })
}
