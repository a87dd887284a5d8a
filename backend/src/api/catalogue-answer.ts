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
  response: MedusaResponse,
  snapshot: Snapshot,
  key: string | undefined,
  make: () => unknown,
): void {
  const answer = key === undefined ? write(make()) : remembered(snapshot, key, make)
  response
    .set({
      "content-type": "application/json; charset=utf-8",
      "cache-control": "public, no-cache",
      etag: answer.etag,
    })
    // Express compares the tag with If-None-Match and leaves the body out.
    .send(answer.body)
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
