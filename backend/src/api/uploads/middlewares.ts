import type {
  MedusaNextFunction,
  MedusaRequest,
  MedusaResponse,
  MiddlewareRoute,
} from "@medusajs/framework/http"
import { MedusaError } from "@medusajs/framework/utils"
import { z } from "@medusajs/framework/zod"
import { acceptPicture, type Kept } from "./accept-picture"
import { MOST_BYTES_AT_ONCE, MOST_MEGABYTES_AT_ONCE } from "./limits"

/** What the reader of forms (`multer`) leaves on the request, as far as Medusa's upload goes on with it. */
const uploadedFile = z.object({
  originalname: z.string(),
  mimetype: z.string(),
  buffer: z.instanceof(Buffer),
})
const uploadedFiles = z.object({ files: z.array(uploadedFile).default([]) })
type UploadedFile = z.infer<typeof uploadedFile>

/** The admin's import of products comes the same way, and is no picture. */
const isTable = ({ mimetype, originalname }: UploadedFile) =>
  /^text\/(?:csv|plain)$/.test(mimetype) && /\.csv$/i.test(originalname)

/** Before anything is read into memory. */
function notTooMuch(request: MedusaRequest, _response: MedusaResponse, next: MedusaNextFunction): void {
  const length = Number(request.headers["content-length"] ?? Infinity)
  next(
    request.method === "POST" && length > MOST_BYTES_AT_ONCE
      ? refusal(`That is more than ${MOST_MEGABYTES_AT_ONCE} MB at once. Upload fewer pictures at a time.`)
      : undefined,
  )
}

/** Each file that Medusa has read becomes what we keep of it, one after the other; one that cannot be kept refuses them all. */
async function onlyPictures(
  request: MedusaRequest,
  _response: MedusaResponse,
  next: MedusaNextFunction,
): Promise<void> {
  const files: UploadedFile[] = []
  for (const file of uploadedFiles.parse(request).files) {
    const accepted = isTable(file) ? file : await acceptPicture(nameOf(file), file.buffer)
    if ("because" in accepted) {
      next(refusal(accepted.because))
      return
    }
    files.push("bytes" in accepted ? asFile(accepted) : accepted)
  }
  Object.assign(request, { files })
  next()
}

const asFile = ({ name, mimeType, bytes }: Kept): UploadedFile => ({
  originalname: name,
  mimetype: mimeType,
  buffer: bytes,
})

/** Browsers write names in UTF-8, and the reader of forms takes them for Latin-1. */
const nameOf = (file: UploadedFile) => Buffer.from(file.originalname, "latin1").toString("utf8")

const refusal = (sentence: string) => new MedusaError(MedusaError.Types.INVALID_DATA, sentence)

/** Pictures that staff upload in the admin. */
export const uploadMiddlewares: MiddlewareRoute[] = [
  { matcher: "/admin/uploads", middlewares: [notTooMuch] },
  { matcher: "/admin/uploads", methods: ["POST"], middlewares: [onlyPictures] },
]
