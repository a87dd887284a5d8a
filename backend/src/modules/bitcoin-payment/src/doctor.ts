import { examineDatabase } from "./doctor-database"
import {
  bad,
  chooseSource,
  clockWarning,
  good,
  lightningFindings,
  probeSource,
  ratesOf,
  readOptions,
  requiredConfirmations,
  unnamedCurrencies,
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
  const provider = configuration.hasProvider
    ? good("The payment module has the provider.")
    : bad('The payment module has no provider that resolves "medusa-payment-bitcoin/providers/bitcoin".')
  return [provider, ...(await examineOptions(configuration.options, configuration.databaseUrl))]
}

async function examineOptions(given: unknown, databaseUrl: string | undefined): Promise<Finding[]> {
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
    rateFindings(options, database.currencies),
    options.lightning === null ? [] : lightningFindings(options.lightning, options.network),
  ])
  const confirmations = confirmationFindings(options, database.currencies)
  return [wallet, ...database.findings, ...sources, ...rates, ...confirmations, ...lightning]
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
function confirmationFindings({ confirmations }: Options, currencies: readonly string[]): Finding[] {
  return unnamedCurrencies(confirmations, currencies).map((currency) =>
    good(
      `No rule of \`confirmations\` names ${currency}: an order needs ${String(requiredConfirmations({ priceMinor: 1n, currency }, confirmations))} at every price.`,
    ),
  )
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
