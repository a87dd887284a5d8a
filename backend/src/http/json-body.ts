import { json } from "express"
import type { MedusaNextFunction, MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { Problem } from "./problem"

/** No call of the shop needs more; the longest is a contact message of 5,000 characters. */
const LARGEST_BODY = "32kb"

/** Compressed bodies are refused too: a few of their bytes could unpack to very many. */
export const readJson = json({ limit: LARGEST_BODY, inflate: false })

/** A body must say that it is JSON; a form of another site cannot, without asking first. */
export function onlyJson(request: MedusaRequest, _response: MedusaResponse, next: MedusaNextFunction) {
  const hasBody =
    request.get("transfer-encoding") !== undefined || Number(request.get("content-length") ?? 0) > 0
  if (hasBody && request.is("application/json") === false) {
    next(new Problem(415, "not_json", "Send the body as JSON, with the content type application/json."))
    return
  }
  next()
}
