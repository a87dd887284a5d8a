import { PROBLEM_TYPE } from "@shop/contracts"
import type { FastifyReply } from "fastify"

const TITLES = {
  404: "Not found",
  413: "Content too large",
  503: "Service unavailable",
} as const satisfies Record<number, string>

/** Sends a problem document in the form of the backend's (RFC 9457). */
export function sendProblem(
  reply: FastifyReply,
  status: keyof typeof TITLES,
  code: string,
  detail: string,
): FastifyReply {
  return reply
    .code(status)
    .type(PROBLEM_TYPE)
    .send({ type: "about:blank", title: TITLES[status], status, code, detail })
}
