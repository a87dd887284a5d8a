import type { FastifyInstance, FastifyReply } from "fastify"
import { z } from "zod"
import type { Html } from "./html.js"
import { previewPage } from "./preview-pages.js"
import { readPreviews } from "./previews.js"

const index = z.coerce.number().int().min(0)
const withIndex = z.object({ index })
const withSide = z.object({ index, side: z.enum(["html", "narrow", "text"]) })

interface Ways {
  show: (reply: FastifyReply, page: Html) => FastifyReply
  /** Sends a message's own markup, which runs nothing and fetches nothing. */
  showLetter: (reply: FastifyReply, markup: string) => FastifyReply
}

/** `/previews`: every mail of the shop, as its templates are now. */
export function registerPreviews(app: FastifyInstance, { show, showLetter }: Ways): void {
  app.get("/previews", async (_, reply) => show(reply, previewPage(await readPreviews(), 0, "html")))
  app.get("/previews/:index/body", async (request, reply) => {
    const preview = (await readPreviews())[withIndex.parse(request.params).index]
    if (preview === undefined) return reply.redirect("/previews")
    return showLetter(reply, preview.mail.html)
  })
  app.get("/previews/:index/:side", async (request, reply) => {
    const parsed = withSide.safeParse(request.params)
    if (!parsed.success) return reply.redirect("/previews")
    return show(reply, previewPage(await readPreviews(), parsed.data.index, parsed.data.side))
  })
  app.get("/api/previews", () => readPreviews())
}
