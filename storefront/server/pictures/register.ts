import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify"
import { PICTURES, SHARE } from "../../src/lib/picture-address"
import { DiskShelf } from "./disk-shelf"
import { orderFrom } from "./order"
import { createOriginals, UnusablePicture } from "./original"
import { createPictureSource } from "./picture-source"

/** What is shown where there is no picture to show. */
const STAND_IN = "/art/no-image.svg"
const SHARE_STAND_IN = "/art/social.png"

interface PicturesOptions {
  backendUrl: string
  /** Where made pictures are kept, and how much of them. */
  folder: string
  mostBytes: number
  fetchFrom?: typeof fetch
}

/** Pictures of products and categories at the size and in the format that a screen needs, out of what staff uploaded. */
export async function registerPictures(
  app: FastifyInstance,
  { backendUrl, folder, mostBytes, fetchFrom }: PicturesOptions,
): Promise<void> {
  const onTrouble = (failure: unknown) =>
    app.log.warn({ err: failure }, "pictures cannot be kept on the disk")
  const shelf = new DiskShelf({ folder, mostBytes, onTrouble })
  await shelf.open()
  const pictureFor = createPictureSource({ originals: createOriginals(backendUrl, fetchFrom), shelf })

  app.get(`${PICTURES}*`, async (request: FastifyRequest, reply: FastifyReply) => {
    const order = orderFrom(request.url, request.headers.accept)
    if (!order) return reply.code(404).type("text/plain").send("There is no such picture.")
    const standIn = order.form === SHARE ? SHARE_STAND_IN : STAND_IN
    try {
      const picture = await pictureFor(order)
      switch (picture.kind) {
        case "missing":
          return await instead(reply, standIn)
        case "busy":
          return await instead(reply, order.path)
        case "picture":
          return await reply
            .header("cache-control", "public, max-age=31536000, immutable")
            .header("vary", "accept")
            .type(`image/${order.format}`)
            .send(picture.bytes)
      }
    } catch (failure) {
      const isTheirs = failure instanceof UnusablePicture
      request.log[isTheirs ? "warn" : "error"]({ err: failure, url: request.url }, "a picture was not made")
      return instead(reply, standIn)
    }
  })
}

/** Another picture for now: the next page may find the right one. */
const instead = (reply: FastifyReply, location: string) =>
  reply.header("cache-control", "no-store").redirect(location, 302)
