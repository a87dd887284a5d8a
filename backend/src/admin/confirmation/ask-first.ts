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

/** Repeats the call once the password is given (`askPassword`). Medusa's own pages need not know: some show no errors. */
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
