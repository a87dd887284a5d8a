import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from "node:http"

/** The response of each market for a rate, in the currency that was asked for, copied from their public APIs. */
const ANSWERS = {
  kraken: (rate: string, _at: number, currency: string) =>
    `{"error":[],"result":{"XXBTZ${currency}":{"a":["${rate}","1","1.000"],"b":["${rate}","2","2.000"],"c":["${rate}","0.00200000"],"v":["20.1","44.2"],"p":["1.0","1.0"],"t":[1208,2561],"l":["1.0","1.0"],"h":["1.0","1.0"],"o":"1.0"}}}`,
  coinbase: (rate: string, at: number) =>
    `{"ask":"${rate}","bid":"${rate}","volume":"106.73","trade_id":74121842,"price":"1.00","size":"0.0001","time":"${new Date(at).toISOString()}"}`,
  bitstamp: (rate: string, at: number) =>
    `{"timestamp":"${String(Math.floor(at / 1000))}","open":"1","high":"2","low":"1","last":"1","volume":"5.9","vwap":"1","bid":"${rate}","ask":"${rate}","side":"0","open_24":"1","percent_change_24":"0.1"}`,
  bitfinex: (rate: string) => `[${rate},1.20,${rate},3.40,-104,-0.0016,1,0.8,2,1]`,
  coingecko: (rate: string, at: number, currency: string) =>
    `{"bitcoin":{"${currency.toLowerCase()}":${rate},"last_updated_at":${String(Math.floor(at / 1000))}}}`,
}
export type MarketName = keyof typeof ANSWERS
export const MARKET_NAMES: readonly MarketName[] = ["kraken", "coinbase", "bitstamp", "bitfinex", "coingecko"]

/** A local server that simulates the public tickers of several markets. */
export interface MarketServer {
  urlOf(name: MarketName): string
  /** @param at the time in its response [now] */
  quotes(name: MarketName, rate: string, at?: number): void
  /** Any other behaviour: an error, a web page, no response. */
  does(name: MarketName, listener: RequestListener): void
  /** The number of requests. */
  asked(name: MarketName): number
  stop(): Promise<void>
}

export async function startMarketServer(): Promise<MarketServer> {
  const listeners = new Map<string, RequestListener>()
  const asked = new Map<string, number>()
  const server = createServer((request: IncomingMessage, response: ServerResponse) => {
    const name = request.url?.split("/")[1] ?? ""
    asked.set(name, (asked.get(name) ?? 0) + 1)
    const listener = listeners.get(name)
    if (listener) listener(request, response)
    else response.writeHead(503).end()
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  const address = server.address()
  if (address === null || typeof address === "string") throw new Error("The markets have no port.")
  const does = (name: MarketName, listener: RequestListener) => void listeners.set(name, listener)
  return {
    urlOf: (name) => `http://127.0.0.1:${String(address.port)}/${name}`,
    quotes: (name, rate, at) =>
      does(name, (request, response) => {
        const currency = /GBP|EUR|USD|JPY/i.exec(request.url ?? "")?.[0]?.toUpperCase() ?? "GBP"
        response.setHeader("content-type", "application/json")
        response.end(ANSWERS[name](rate, at ?? Date.now(), currency))
      }),
    does,
    asked: (name) => asked.get(name) ?? 0,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
