import type { z } from "zod"
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
  let response: Response
  try {
    response = await fetch(`${url}/sandbox/${path}`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
    })
  } catch {
    throw new Explained(NOT_RUNNING)
  }
  const text = await response.text()
  if (!response.ok) throw new Explained(text)
  return answer.parse(JSON.parse(text))
}
