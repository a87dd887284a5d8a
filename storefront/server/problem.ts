import { PROBLEM_TYPE } from "@shop/contracts"
import type { FastifyReply, RawServerBase, RawServerDefault, RouteGenericInterface } from "fastify"

const TITLES = {
  400: "Bad request",
  413: "Content too large",
  429: "Too many requests",
  503: "Service unavailable",
} as const satisfies Record<number, string>

/** Sends a problem document in the backend's form (RFC 9457). Its request id is the one in the log. */
export const sendProblem = <Server extends RawServerBase = RawServerDefault>(
  reply: FastifyReply<RouteGenericInterface, Server>,
  status: keyof typeof TITLES,
  code: string,
  detail: string,
): FastifyReply<RouteGenericInterface, Server> =>
  reply
    .code(status)
    .type(PROBLEM_TYPE)
    .send({ type: "about:blank", title: TITLES[status], status, code, detail, requestId: reply.request.id })

export const sendUnavailable = (reply: FastifyReply): FastifyReply =>
  sendProblem(reply, 503, "unavailable", "The shop cannot be reached just now. Please try again in a moment.")

/** The status of an error of Fastify's; 500 for any other. */
export const statusOf = (error: unknown): number =>
  error instanceof Error && "statusCode" in error && typeof error.statusCode === "number"
    ? error.statusCode
    : 500
