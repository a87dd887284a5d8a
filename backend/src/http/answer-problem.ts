import { STATUS_CODES } from "node:http"
import { PROBLEM_TYPE, type Problem as ProblemBody } from "@shop/contracts"
import type { Request, Response } from "express"
import type { Problem } from "./problem"

/** A refusal as RFC 9457 writes it. */
function toProblemBody(problem: Problem, requestId: string | undefined): ProblemBody {
  const { status, code, detail, extras } = problem
  return {
    type: "about:blank",
    title: STATUS_CODES[status] ?? "Error",
    status,
    detail,
    code,
    requestId,
    ...extras,
  }
}

/** Answers with the refusal. The id is the one given to the request by the HTTP server instrumentation, the same as in the log. */
export function answerProblem(request: Request, response: Response, problem: Problem): void {
  const id = request.get("x-request-id")
  response
    .status(problem.status)
    .set("cache-control", "no-store")
    .type(PROBLEM_TYPE)
    .send(JSON.stringify(toProblemBody(problem, id)))
}
