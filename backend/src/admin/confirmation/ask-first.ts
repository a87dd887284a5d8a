import { z } from "zod"

const refusal = z.object({ code: z.literal("password_confirmation_required") })

async function isUnconfirmed(response: Response): Promise<boolean> {
  if (response.status !== 403) return false
  const body: unknown = await response
    .clone()
    .json()
    .catch(() => undefined)
  return refusal.safeParse(body).success
}

/**
 * Asks for the password when the backend wants it confirmed, and repeats the call. Medusa's own pages then need not know: some
 * of them show no error at all.
 * @param askPassword tells whether it was given
 */
export function askFirst(send: typeof fetch, askPassword: () => Promise<boolean>): typeof fetch {
  let asked: Promise<boolean> | undefined
  return async (...call) => {
    const response = await send(...call)
    if (!(await isUnconfirmed(response))) return response
    // Two calls at once share one question.
    asked ??= askPassword().finally(() => {
      asked = undefined
    })
    return (await asked) ? send(...call) : response
  }
}
