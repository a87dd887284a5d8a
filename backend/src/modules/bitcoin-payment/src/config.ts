import type { z } from "@medusajs/framework/zod"
import type { optionsSchema } from "./options"

/** Environment variables may be undefined: what is missing is told at start. */
type FromEnvironment<Value> = string extends Value
  ? Value | undefined
  : Value extends (...parameters: never[]) => unknown
    ? Value
    : Value extends object
      ? { [Name in keyof Value]: FromEnvironment<Value[Name]> }
      : Value

export type BitcoinPaymentOptions = FromEnvironment<z.input<typeof optionsSchema>>

/** The plugin for `plugins` of `medusa-config.ts`, where an editor knows its options. */
export function bitcoinPayment(options: BitcoinPaymentOptions) {
  return { resolve: "medusa-payment-bitcoin", options }
}
