import { z } from "@medusajs/framework/zod"
import { satoshis } from "../../domain/satoshis"

/** Shapes that the nodes' answers have in common. */
export const hashSchema = z.string().regex(/^[0-9a-f]{64}$/)
export const bytesSchema = z.base64().transform((text) => Buffer.from(text, "base64").toString("hex"))
/** JSON's numbers are exact up to 90,071 BTC in millisatoshis. */
export const wholeSchema = z.int().min(0).transform(BigInt)
export const satsSchema = wholeSchema.transform(satoshis)
export const digitsSchema = z.string().regex(/^\d+$/).transform(BigInt)
export const secondsSchema = z.coerce
  .number()
  .int()
  .min(0)
  .transform((seconds) => new Date(seconds * 1000))
export const millisecondsSchema = z
  .int()
  .min(0)
  .transform((milliseconds) => new Date(milliseconds))
