import type { MedusaNextFunction, MedusaResponse } from "@medusajs/framework/http"

/** When the caller's identity is known, before the answer is sent. If `work` on its body fails, the caller gets that error. */
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
