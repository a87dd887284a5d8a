import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify"
import { PICTURES, SHARE } from "../../src/lib/picture-address"
import { DiskCache } from "./disk-cache"
import { parsePictureRequest } from "./picture-request"
import { createOriginals, createPictureSource, UnusablePicture } from "./picture-source"

const PLACEHOLDER = "/art/no-image.svg"
const SHARE_PLACEHOLDER = "/art/social.png"

interface PicturesOptions {
  backendUrl: string
  folder: string
  maxBytes: number
  fetchFrom?: typeof fetch
}

export async function registerPictures(
  app: FastifyInstance,
  { backendUrl, folder, maxBytes, fetchFrom }: PicturesOptions,
): Promise<void> {
  const onError = (failure: unknown) => app.log.warn({ err: failure }, "pictures cannot be stored on disk")
  const diskCache = new DiskCache({ folder, maxBytes, onError })
  await diskCache.open()
  const pictureFor = createPictureSource({ originals: createOriginals(backendUrl, fetchFrom), diskCache })

  app.get(`${PICTURES}*`, async (request: FastifyRequest, reply: FastifyReply) => {
    const order = parsePictureRequest(request.url, request.headers.accept)
    if (!order) return reply.code(404).type("text/plain").send("There is no such picture.")
    const placeholder = order.form === SHARE ? SHARE_PLACEHOLDER : PLACEHOLDER
    try {
      const picture = await pictureFor(order)
      switch (picture.kind) {
        case "missing":
          return await redirectTo(reply, placeholder)
        case "busy":
          return await redirectTo(reply, order.path)
        case "picture":
          return await reply
            .header("cache-control", "public, max-age=31536000, immutable")
            .header("vary", "accept")
            .type(`image/${order.format}`)
            .send(picture.bytes)
      }
    } catch (failure) {
      const isTheirs = failure instanceof UnusablePicture
      request.log[isTheirs ? "warn" : "error"](
        { err: failure, url: request.url },
        "could not render a picture",
      )
      return redirectTo(reply, placeholder)
    }
  })
}

/** Redirects to another picture without caching, so that the next page can show the right one. */
const redirectTo = (reply: FastifyReply, location: string) =>
  reply.header("cache-control", "no-store").redirect(location, 302)
