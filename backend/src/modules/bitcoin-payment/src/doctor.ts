import { readOutboxOptions } from "medusa-payments/modules/outbox"
import { examineDatabase } from "./doctor-database"
import {
  bad,
  chooseSource,
  clockWarning,
  good,
  lightningFindings,
  probeSource,
  ratesOf,
  optionsOfProvider,
  readOptions,
  regionsWithoutRule,
  termsWithoutProvider,
  requiredConfirmations,
  type BitcoinRegion,
  type Finding,
  type Options,
} from "./modules/bitcoin-payment"
import { readConfiguration, type Configuration } from "./read-configuration"

/** Everything that the plugin needs, as the configuration in this folder gives it. Reads only. */
export async function examine(folder: string): Promise<Finding[]> {
  let configuration: Configuration
  try {
    configuration = await readConfiguration(folder)
  } catch (error) {
    return [bad(messageOf(error))]
  }
  const { providers } = configuration
  const provider =
    providers.length > 0
      ? good("The payment module has the provider.")
      : bad('The payment module has no provider that resolves "medusa-payment-bitcoin/providers/bitcoin".')
  return [provider, engineFinding(configuration), ...(await examineOptions(configuration))]
}

function engineFinding({ engine }: Configuration): Finding {
  if (engine === null) return bad('medusa-config does not list "medusa-payments" under `plugins`.')
  try {
    readOutboxOptions(engine.options)
    return good("medusa-payments is listed.")
  } catch (error) {
    return bad(messageOf(error))
  }
}

async function examineOptions({ options: given, providers, databaseUrl }: Configuration): Promise<Finding[]> {
  let options: Options
  try {
    options = readOptions(given)
  } catch (error) {
    return [bad(messageOf(error))]
  }
  const database = await examineDatabase(databaseUrl)
  const [wallet, sources, rates, lightning] = await Promise.all([
    walletFinding(options),
    sourceFindings(options),
    rateFindings(
      options,
      database.regions.map(({ currency }) => currency),
    ),
    options.lightning === null ? [] : lightningFindings(options.lightning, options.network),
  ])
  return [
    wallet,
    ...database.findings,
    ...sources,
    ...rates,
    ...confirmationFindings(options, database.regions),
    ...providerFindings(options, providers),
    ...lightning,
  ]
}

async function walletFinding({ source, descriptor, network }: Options): Promise<Finding> {
  try {
    const addresses = chooseSource(source, network, descriptor).addressesOf(descriptor)
    await addresses.prepare(0)
    const first = [0, 1, 2].map((index) => addresses.addressAt(index))
    return good(
      `The wallet's first addresses on ${network}; compare them with your wallet:\n    ${first.join("\n    ")}`,
    )
  } catch (error) {
    return bad(`The descriptor cannot be used: ${messageOf(error)}`)
  }
}

async function sourceFindings({ source, network }: Options): Promise<Finding[]> {
  const answers = await probeSource(source, network)
  return answers.flatMap((answer) => {
    if ("failure" in answer) return [bad(`${answer.of} cannot be used: ${answer.failure}`)]
    const warning = clockWarning(answer.of, answer.clockOffset)
    return [
      good(`${answer.of} answers; its newest block is ${String(answer.tip.height)}.`),
      ...(warning === null ? [] : [bad(warning)]),
    ]
  })
}

async function rateFindings({ rates }: Options, ofRegions: readonly string[]): Promise<Finding[]> {
  const source = ratesOf(rates, Date.now, () => undefined)
  const configured =
    rates.kind === "fixed"
      ? Object.keys(rates.perBitcoin)
      : ofRegions.length === 0
        ? ["USD", "EUR", "GBP"]
        : []
  return Promise.all(
    [...new Set([...configured, ...ofRegions])].map(async (currency) => {
      try {
        const { rate, source: who } = await source.current(currency)
        return good(`One bitcoin costs ${rate} ${currency} (${who}).${fragility(who)}`)
      } catch (error) {
        const offered = ofRegions.includes(currency) ? " A region offers Bitcoin in this currency." : ""
        return bad(`${currency}: ${messageOf(error)}.${offered}`)
      }
    }),
  )
}

/** Three markets are the fewest. One of them answers without a key only as long as its owner likes. */
const fragility = (who: string): string =>
  who.includes("coingecko") && who.split(", ").length === 3
    ? " Without coingecko, which may ask for a key some day, there would be no rate: consider `rates` of your own."
    : ""

/** Where no rule names the currency, the last one holds for each price. */
function confirmationFindings(options: Options, regions: readonly BitcoinRegion[]): Finding[] {
  return regionsWithoutRule(options, regions).map(({ currency, provider }) => {
    const { confirmations } = optionsOfProvider(options, provider)
    const needed = String(requiredConfirmations({ priceMinor: 1n, currency }, confirmations))
    return good(
      `No rule of \`confirmations\` names ${currency}: an order needs ${needed} at every price (${provider}).`,
    )
  })
}

const providerFindings = (options: Options, ids: readonly string[]): Finding[] =>
  termsWithoutProvider(options, ids).map((id) =>
    bad(
      `\`providerTerms\` names ${id}, but the payment module lists the plugin's provider as ${ids.join(", ") || "nothing"}.`,
    ),
  )

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
