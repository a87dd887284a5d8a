import { bitfinex } from "./bitfinex"
import { bitstamp } from "./bitstamp"
import { coinbase } from "./coinbase"
import { coingecko } from "./coingecko"
import { kraken } from "./kraken"

/** The markets that can be asked, by name. */
export const MARKETS = { kraken, coinbase, bitstamp, bitfinex, coingecko }
