import { PROBLEM_TYPE, problemSchema } from "@shop/contracts"
import { z } from "zod"
import type { FuzzRequest } from "./requests"
import type { Answer } from "./send"

/** What no answer may contain: stack frames, errors of Postgres, folders of the server. */
const INTERNALS =
  /\bat (?:\S+ )?\(?(?:file:\/\/|node:|\/)\S+:\d+:\d+|node_modules|\/backend\/(?:src|dist)|syntax error at or near|violates \S+(?: \S+)? constraint|relation ".*" does not exist|column ".*" does not exist|invalid input syntax|invalid byte sequence|out of range for type|select .* from .* where/i

/** What is wrong with an answer. */
export function faultsOf({ call, target }: FuzzRequest, answer: Answer): string[] {
  const { status, contentType, body, headers } = answer
  const faults: string[] = []
  const isDocumented = status === 503 && call.rejections.includes(503)
  if (status >= 500 && !isDocumented) faults.push(`answered ${String(status)}`)
  const leak = INTERNALS.exec(body) ?? INTERNALS.exec(headers)
  if (leak) faults.push(`shows internals: ${leak[0].slice(0, 200)}`)
  if (isUnderApi(target) && status >= 400 && body !== "")
    faults.push(...problemFaults(status, contentType, body))
  return faults
}

const isUnderApi = (target: string) => /^\/api(?:[/?]|$)/.test(target)

function problemFaults(status: number, contentType: string, body: string): string[] {
  if (!contentType.startsWith(PROBLEM_TYPE))
    return [`an error of /api as ${contentType === "" ? "no type" : contentType}`]
  const problem = z.safeParse(problemSchema, JSON.parse(body))
  if (!problem.success) return [`no problem document: ${body.slice(0, 200)}`]
  return problem.data.status === status ? [] : ["a problem document with another status"]
}
