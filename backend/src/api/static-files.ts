import path from "node:path"
import type { MedusaRequestHandler } from "@medusajs/framework/http"
import express from "express"
import { PRIVATE_FOLDER } from "../customers/erase-private-files"
import { environment } from "../platform/config"
import { requireStaff } from "../staff/http/access"

const FOLDER = path.resolve(environment.MEDIA_DIR)
/** Medusa's prefix for the names of private uploads. */
const PRIVATE = "/private-"

/** Uploads are data, not pages: scripts in an SVG must not run, and browsers must not guess types. */
const HEADERS = {
  "x-content-type-options": "nosniff",
  "content-security-policy": "default-src 'none'; style-src 'unsafe-inline'; sandbox",
}

/** Medusa prefixes every name with the time: the content of an address never changes. */
export const publicFiles = express.static(FOLDER, {
  index: false,
  redirect: false,
  dotfiles: "ignore",
  immutable: true,
  maxAge: "1y",
  setHeaders: (response) => response.set(HEADERS),
})

const exported = express.static(PRIVATE_FOLDER, {
  index: false,
  redirect: false,
  dotfiles: "ignore",
  cacheControl: false,
  setHeaders: (response) =>
    response.set({ ...HEADERS, "cache-control": "no-store", "content-disposition": "attachment" }),
})

/** Exports contain names and addresses: only signed-in staff may download them. */
export const privateFiles: MedusaRequestHandler = (request, response, next) => {
  if (!request.path.startsWith(PRIVATE)) return next()
  void requireStaff(request, response, (error?: unknown) => {
    if (error) next(error)
    else exported(request, response, next)
  })
}
