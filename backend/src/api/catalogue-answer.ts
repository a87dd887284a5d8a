import { createHash } from "node:crypto"
import type { MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { currentCatalogue, type Snapshot } from "../catalogue"

interface Answer {
  body: string
  etag: string
}

/** Answers already written, for as long as their snapshot lives; only those whose keys the catalogue itself bounds. */
const written = new WeakMap<Snapshot, Map<string, Answer>>()

/**
 * Sends a read of the catalogue: to be asked for again each time, and then mostly answered with 304.
 * @param key names an answer worth keeping; undefined for one that a visitor's words decide.
 * @param make the answer's value, drawn from the snapshot.
 */
export function sendFromCatalogue(
  request: MedusaRequest,
  response: MedusaResponse,
  snapshot: Snapshot,
  key: string | undefined,
  make: () => unknown,
): void {
  send(request, response, key === undefined ? write(make()) : remembered(snapshot, key, make))
}

/** Sends what everybody may read in the same way: asked for again each time, and then mostly answered with 304. */
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

/**
 * Whether the caller has this very answer (RFC 9110, section 13.1.2). Express would not say so to a caller who sends
 * `Cache-Control: no-cache` as well, which Node's own fetch adds to every conditional request.
 */
function isKnown(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false
  const bare = (tag: string) => tag.trim().replace(/^W\//, "")
  return ifNoneMatch.trim() === "*" || ifNoneMatch.split(",").some((tag) => bare(tag) === bare(etag))
}

/** The catalogue a request is answered from. */
export const catalogueFor = (request: MedusaRequest) => currentCatalogue(request.scope)

function remembered(snapshot: Snapshot, key: string, make: () => unknown): Answer {
  const answers = written.get(snapshot) ?? new Map<string, Answer>()
  written.set(snapshot, answers)
  const known = answers.get(key)
  if (known) return known
  const answer = write(make())
  answers.set(key, answer)
  return answer
}

/** The tag is drawn from the bytes: the same answer has the same tag on every instance, and after a restart. */
function write(value: unknown): Answer {
  const body = JSON.stringify(value)
  return { body, etag: `W/"${createHash("sha256").update(body).digest("base64url").slice(0, 27)}"` }
}
