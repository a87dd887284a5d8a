import { z } from "zod"
import { linesOf, UserError } from "../process/user-error.js"

/** Runs a developer's command and prints its result, or one sentence about what is wrong. */
export function runCommand(command: (args: string[]) => Promise<string[]>): void {
  command(process.argv.slice(2)).then(
    (lines) => process.stdout.write(`\n${lines.map((line) => `  ${line}\n`).join("")}\n`),
    (error: unknown) => {
      process.stderr.write(`\n  ${linesOf(error).join("\n  ")}\n\n`)
      process.exitCode = 1
    },
  )
}

/** Sends a command to the running Bitcoin network. @throws UserError with its explanation when it refuses */
export async function sendToSandbox<T>(
  url: string,
  path: string,
  body: object,
  schema: z.ZodType<T>,
): Promise<T> {
  const request = {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  }
  return fetchJson(schema, `${url}/sandbox/${path}`, request)
}

const sums = z.object({ funded_txo_sum: z.number() })
const stats = z.object({ chain_stats: sums, mempool_stats: sums })

/** The satoshis that an address has received on the chain and in the mempool. The shop may not have polled yet. */
export async function receivedAt(url: string, address: string): Promise<bigint> {
  const { chain_stats: mined, mempool_stats: waiting } = await fetchJson(stats, `${url}/address/${address}`)
  return BigInt(mined.funded_txo_sum) + BigInt(waiting.funded_txo_sum)
}

async function fetchJson<T>(schema: z.ZodType<T>, url: string, request?: RequestInit): Promise<T> {
  const response = await fetch(url, request).catch(() => {
    throw new UserError(
      `The sandbox's Bitcoin network does not answer at ${new URL(url).origin}. Start it in another window.`,
    )
  })
  const text = await response.text()
  if (!response.ok) throw new UserError(text)
  const answer = schema.safeParse(asJson(text))
  if (answer.success) return answer.data
  throw new UserError(`What answers at ${new URL(url).origin} is no Bitcoin network of this sandbox.`)
}

function asJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
