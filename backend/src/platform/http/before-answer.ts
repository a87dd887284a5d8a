import type { MedusaNextFunction, MedusaResponse } from "@medusajs/framework/http"

/**
 * Runs work after a response has been computed and before it is sent, when the caller's identity is known.
 * If the work fails, the caller gets its error instead.
 * @param isMeant tells from the status whether the work is for this response
 * @param work gets the body of the response
 */
function beforeAnswer(
  response: MedusaResponse,
  next: MedusaNextFunction,
  isMeant: (status: number) => boolean,
  work: (body: unknown) => Promise<void>,
): void {
  const json = response.json.bind(response)
  response.json = (body: unknown) => {
    response.json = json
    if (!isMeant(response.statusCode)) return json(body)
    work(body).then(() => json(body), next)
    return response
  }
}

type Work = (body: unknown) => Promise<void>

export const beforeSuccess = (response: MedusaResponse, next: MedusaNextFunction, work: Work) =>
  beforeAnswer(response, next, (status) => status < 300, work)

export const beforeFailure = (response: MedusaResponse, next: MedusaNextFunction, work: Work) =>
  beforeAnswer(response, next, (status) => status >= 300, work)
