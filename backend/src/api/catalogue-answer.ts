import { createHash } from "node:crypto"
import type { MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import type { Category } from "@shop/contracts"
import { currentCatalogue, type Snapshot } from "../catalogue"
import { pathParameter } from "../platform/http/parse"
import { Problem } from "../platform/http/problem"

interface Answer {
  body: string
  etag: string
}

/** Serialised responses per snapshot, only for keys whose number is limited by the catalogue. */
const written = new WeakMap<Snapshot, Map<string, Answer>>()

/**
 * Clients revalidate each time and mostly get 304. `key`: undefined for searches. `meaning`: what headers say beyond
 * the body, since a client with another meaning must not get 304.
 */
export function sendFromCatalogue(
  request: MedusaRequest,
  response: MedusaResponse,
  snapshot: Snapshot,
  key: string | undefined,
  make: () => unknown,
  meaning = "",
): void {
  send(request, response, key === undefined ? write(make(), meaning) : remembered(snapshot, key, make))
}

export function sendRevalidated(request: MedusaRequest, response: MedusaResponse, value: unknown): void {
  send(request, response, write(value))
}

function send(request: MedusaRequest, response: MedusaResponse, answer: Answer): void {
  response.set({ "cache-control": "public, no-cache", etag: answer.etag })
  if (isKnown(request.get("if-none-match"), answer.etag)) {
    response.status(304).end()
    return
  }
  response.set("content-type", "application/json; charset=utf-8").send(answer.body)
}

/** RFC 9110, section 13.1.2. Express ignores `If-None-Match` with `Cache-Control: no-cache`, which Node's fetch adds. */
function isKnown(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false
  const bare = (tag: string) => tag.trim().replace(/^W\//, "")
  return ifNoneMatch.trim() === "*" || ifNoneMatch.split(",").some((tag) => bare(tag) === bare(etag))
}

export const catalogueFor = (request: MedusaRequest) => currentCatalogue(request.scope)

/** By slug or id: the specification uses both. @throws Problem 404 `unknown_category` */
export function categoryOfPath(request: MedusaRequest, snapshot: Snapshot): Category {
  const category = snapshot.category(pathParameter(request, "id"))
  if (!category) throw new Problem(404, "unknown_category", "There is no such category.")
  return category
}

function remembered(snapshot: Snapshot, key: string, make: () => unknown): Answer {
  const answers = written.get(snapshot) ?? new Map<string, Answer>()
  written.set(snapshot, answers)
  const known = answers.get(key)
  if (known) return known
  const answer = write(make())
  answers.set(key, answer)
  return answer
}

/** The ETag is a hash of the body: the same on every instance and after a restart. */
function write(value: unknown, meaning = ""): Answer {
  const body = JSON.stringify(value)
  return {
    body,
    etag: `W/"${createHash("sha256").update(body).update(meaning).digest("base64url").slice(0, 27)}"`,
  }
}
