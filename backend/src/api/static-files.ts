import path from "node:path"
import {
  authenticate,
  type MedusaNextFunction,
  type MedusaRequest,
  type MedusaResponse,
} from "@medusajs/framework/http"
import express from "express"
import { environment } from "../config"

const FOLDER = path.resolve(environment.MEDIA_DIR)
/** How Medusa's file module begins the name of an upload that is not for everyone. */
const PRIVATE = "/private-"

/** An upload is data, never a page: a drawing's scripts do not run, and no text is taken for one. */
const HEADERS = {
  "x-content-type-options": "nosniff",
  "content-security-policy": "default-src 'none'; style-src 'unsafe-inline'; sandbox",
}

/** Medusa puts the time before every name, so an address never leads to other bytes. */
export const publicFiles = express.static(FOLDER, {
  index: false,
  redirect: false,
  dotfiles: "ignore",
  immutable: true,
  maxAge: "1y",
  setHeaders: (response) => response.set(HEADERS),
})

const exported = express.static(`${FOLDER}-private`, {
  index: false,
  redirect: false,
  dotfiles: "ignore",
  cacheControl: false,
  setHeaders: (response) =>
    response.set({ ...HEADERS, "cache-control": "no-store", "content-disposition": "attachment" }),
})
const staffOnly = authenticate("user", ["session", "bearer"])

/** Exports with names and addresses in them, for signed-in staff alone. */
export function privateFiles(request: MedusaRequest, response: MedusaResponse, next: MedusaNextFunction) {
  if (!request.path.startsWith(PRIVATE)) {
    next()
    return
  }
  staffOnly(request, response, (error?: unknown) => {
    if (error) next(error)
    else exported(request, response, next)
  })
}
