import { z } from "zod"
import { Explained } from "../process/explain.js"

const NOT_RUNNING =
  "The sandbox's Bitcoin network is not running: start the shop with npm start in another window."

/** Asks the running sandbox to do something. @throws Explained with its own sentence when it will not */
export async function askSandbox<T>(
  url: string,
  path: string,
  body: object,
  answer: z.ZodType<T>,
): Promise<T> {
  const request = {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  }
  return answer.parse(await fetchJson(`${url}/sandbox/${path}`, request))
}

const sums = z.object({ funded_txo_sum: z.number() })
const stats = z.object({ chain_stats: sums, mempool_stats: sums })

/** What an address was paid so far by the chain itself, mined or waiting: the shop may not have looked yet. */
export async function receivedAt(url: string, address: string): Promise<bigint> {
  const { chain_stats: mined, mempool_stats: waiting } = stats.parse(
    await fetchJson(`${url}/address/${address}`),
  )
  return BigInt(mined.funded_txo_sum) + BigInt(waiting.funded_txo_sum)
}

async function fetchJson(url: string, request?: RequestInit): Promise<unknown> {
  const response = await fetch(url, request).catch(() => {
    throw new Explained(NOT_RUNNING)
  })
  const text = await response.text()
  if (!response.ok) throw new Explained(text)
  return JSON.parse(text)
}
