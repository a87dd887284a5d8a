import type {
  MedusaNextFunction,
  MedusaRequest,
  MedusaResponse,
  MiddlewareRoute,
  MedusaRequestHandler,
} from "@medusajs/framework/http"
import { MedusaError } from "@medusajs/framework/utils"
import { z } from "@medusajs/framework/zod"
import { acceptPicture, type NormalisedPicture } from "./accept-picture"
import { MOST_BYTES_AT_ONCE, MOST_MEGABYTES_AT_ONCE, MOST_TABLE_BYTES, MOST_TABLE_MEGABYTES } from "./limits"

const uploadedFile = z.object({
  originalname: z.string(),
  mimetype: z.string(),
  buffer: z.instanceof(Buffer),
})
const uploadedFiles = z.object({ files: z.array(uploadedFile).default([]) })
type UploadedFile = z.infer<typeof uploadedFile>

/** Medusa's product import uploads CSV files in the same way. */
const isTable = ({ mimetype, originalname }: UploadedFile) =>
  /^text\/(?:csv|plain)$/.test(mimetype) && /\.csv$/i.test(originalname)

const TOO_LARGE_A_TABLE = `That is a table of more than ${MOST_TABLE_MEGABYTES} MB. Split the file.`

/** Rejects a large upload before it is read into memory. */
const atMost =
  (bytes: number, sentence: string) =>
  (request: MedusaRequest, _response: MedusaResponse, next: MedusaNextFunction): void => {
    const { "content-length": length, "transfer-encoding": isUnknown } = request.headers
    const sent = Number(length ?? (isUnknown ? Infinity : 0))
    next(request.method === "POST" && sent > bytes ? rejection(sentence) : undefined)
  }

/** Normalises the uploaded pictures one after the other. One invalid picture rejects the whole upload. */
const onlyPictures: MedusaRequestHandler = async (request, _response, next) => {
  const files: UploadedFile[] = []
  for (const file of uploadedFiles.parse(request).files) {
    const accepted = isTable(file) ? acceptTable(file) : await acceptPicture(nameOf(file), file.buffer)
    if ("reason" in accepted) return next(rejection(accepted.reason))
    files.push("bytes" in accepted ? asFile(accepted) : accepted)
  }
  Object.assign(request, { files })
  next()
}

/** Medusa reads the whole table at once, in the process that serves the shop. */
const acceptTable = (file: UploadedFile) =>
  file.buffer.byteLength > MOST_TABLE_BYTES ? { reason: TOO_LARGE_A_TABLE } : file

const asFile = ({ name, mimeType, bytes }: NormalisedPicture): UploadedFile => ({
  originalname: name,
  mimetype: mimeType,
  buffer: bytes,
})

/** Browsers send names in UTF-8; `multer` decodes them as Latin-1. */
const nameOf = (file: UploadedFile) => Buffer.from(file.originalname, "latin1").toString("utf8")

const rejection = (sentence: string) => new MedusaError(MedusaError.Types.INVALID_DATA, sentence)

export const uploadMiddlewares: MiddlewareRoute[] = [
  {
    matcher: "/admin/uploads",
    middlewares: [
      atMost(
        MOST_BYTES_AT_ONCE,
        `That is more than ${MOST_MEGABYTES_AT_ONCE} MB at once. Upload fewer pictures at a time.`,
      ),
    ],
  },
  { matcher: "/admin/products/import", middlewares: [atMost(MOST_TABLE_BYTES, TOO_LARGE_A_TABLE)] },
  { matcher: "/admin/uploads", methods: ["POST"], middlewares: [onlyPictures] },
]
