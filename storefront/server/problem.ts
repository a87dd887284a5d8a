import type { FastifyRequest } from "fastify"

const TITLES = {
  400: "Bad request",
  404: "Not found",
  413: "Content too large",
  429: "Too many requests",
  503: "Service unavailable",
} as const satisfies Record<number, string>

/** A problem document in the backend's form (RFC 9457). Send it as `PROBLEM_TYPE`. Its request id is the one in the log. */
export const problem = (
  { id: requestId }: Pick<FastifyRequest, "id">,
  status: keyof typeof TITLES,
  code: string,
  detail: string,
) => ({
  type: "about:blank",
  title: TITLES[status],
  status,
  code,
  detail,
  requestId,
})
