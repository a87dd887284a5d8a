import { z } from "@medusajs/framework/zod"
import { readPluginOptions } from "medusa-payments/read-input"
import { lightningSettingsSchema } from "./adapters/choose-lightning"
import { sourceSettingsSchema } from "./adapters/choose-source"
import { NETWORKS } from "./adapters/descriptor"
import { percent, rateSettingsSchema } from "./adapters/rates"
import { BITCOIN_PROVIDER } from "./domain/bitcoin-provider"
import { isNamed, SETTLED } from "./domain/confirmations"
import { isCurrency, type Currency } from "./domain/currency"

function isTimeZone(timeZone: string): boolean {
  try {
    return new Intl.DateTimeFormat("en", { timeZone }).format() !== ""
  } catch {
    return false
  }
}

const WHOLE_AMOUNT = "needs a whole number of minor units, 0 or more"
const currency = z.string().refine(isCurrency, "needs an ISO 4217 code such as GBP")
const limits = z.record(currency, z.number().int().min(0))

/** What a quote promises. It is kept with each invoice, so a change holds for the next quotes. */
const quoteTerms = {
  /** The first rule applies whose limit is above the price; the last has none. Whole units by ISO 4217 code: `{ GBP: 100 }`. */
  confirmations: z.array(
    z.strictObject({
      below: limits.nullable().default(null),
      confirmations: z.number().int().min(1).max(SETTLED),
    }),
  ),
  /** From this price on, two sources must agree about a payment, if there are two; always in a currency without a limit. */
  twoSourcesFrom: limits,
  quoteMinutes: z.number().positive(),
  /** How long after the quote's end a payment may wait for its first block before it needs a person. */
  firstConfirmationHours: z.number().positive(),
  /** What may be missing from a payment in full: so many minor units, at most this share of the price. 0 in one: nothing. */
  toleranceMinor: z.int(WHOLE_AMOUNT).min(0, WHOLE_AMOUNT),
  tolerancePercent: percent,
}

/** What `medusa-config.ts` tells this module; checked at boot. */
export const optionsSchema = z.strictObject({
  network: z.enum(NETWORKS),
  /** A watch-only output descriptor with its checksum. */
  descriptor: z
    .string("is missing: `npx medusa-payment-bitcoin wallet <public key>` shows it")
    .min(1, "is empty"),
  source: sourceSettingsSchema,
  rates: rateSettingsSchema,
  /** The merchant's Lightning node; null: payments come on-chain only. */
  lightning: lightningSettingsSchema.nullable().default(null),
  confirmations: quoteTerms.confirmations.default([{ below: null, confirmations: 2 }]),
  twoSourcesFrom: quoteTerms.twoSourcesFrom.default({}),
  quoteMinutes: quoteTerms.quoteMinutes.default(60),
  firstConfirmationHours: quoteTerms.firstConfirmationHours.default(6),
  toleranceMinor: quoteTerms.toleranceMinor.default(5),
  tolerancePercent: quoteTerms.tolerancePercent.default("1"),
  /** Other terms of one provider, by the id under which the payment module lists it: `strict` for `pp_bitcoin_strict`. */
  providerTerms: z.record(z.string(), z.strictObject(quoteTerms).partial()).default({}),
  /** How many unused addresses in a row the merchant's wallet software scans; null: no limit. */
  gapLimit: z.number().int().min(2).nullable().default(null),
  /** How much longer a buyer who sent too little may send the rest. */
  graceMinutes: z.number().min(0).default(15),
  /** How long after its end an unpaid quote can be renewed, before the order is cancelled. */
  holdMinutes: z.number().min(0).default(30),
  /**
   * How much longer the order's stock is kept when a tenth of its price or more came late or short, so that staff can
   * decide: hours of working days, nights included. From 36 on they have until noon of the next working day.
   */
  caseHours: z.number().min(0).max(1000).default(36),
  /** The clock and calendar of `caseHours`; Saturdays and Sundays are no working days. */
  workingDays: z
    .strictObject({
      timeZone: z.string().refine(isTimeZone, "needs a time zone such as Europe/London").default("UTC"),
      holidays: z.array(z.iso.date()).default([]),
    })
    .prefault({}),
  /** A poll older than this many seconds means that the watcher is unhealthy. */
  staleAfterSeconds: z.number().positive().default(120),
  /** Where staff look a transaction up, such as `https://mempool.space/tx/{txid}`; null: no links. */
  transactionUrl: z.string().includes("{txid}").nullable().default(null),
})
export type Options = z.infer<typeof optionsSchema>

/** The options as they hold for one of Medusa's payment providers, such as `pp_bitcoin_strict`. */
export function optionsOfProvider(options: Options, provider: string): Options {
  const own: Record<string, unknown> = options.providerTerms[provider.replace(BITCOIN_PROVIDER, "")] ?? {}
  const given = Object.entries(own).filter(([, value]) => value !== undefined)
  return { ...options, ...Object.fromEntries(given) }
}

/** A region that offers Bitcoin: its currency, and Medusa's id of the provider. */
export interface BitcoinRegion {
  readonly currency: Currency
  readonly provider: string
}

/** Where an order needs the most confirmations at every price, because no rule of its provider names the currency. */
export const regionsWithoutRule = (options: Options, regions: readonly BitcoinRegion[]): BitcoinRegion[] =>
  regions.filter(
    ({ currency, provider }) => !isNamed(optionsOfProvider(options, provider).confirmations, currency),
  )

/** For which providers there are terms, but which are not among these ids: the terms would hold nowhere. */
export const termsWithoutProvider = (options: Options, ids: readonly string[]): string[] =>
  Object.keys(options.providerTerms).filter((id) => !ids.includes(id))

/** @throws MedusaError that names every option that is wrong */
export const readOptions = (options: unknown): Options =>
  readPluginOptions("medusa-payment-bitcoin", optionsSchema, options)
