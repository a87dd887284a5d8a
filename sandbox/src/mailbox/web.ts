import type { FastifyInstance, FastifyReply } from "fastify"
import { z } from "zod"
import { localServer, refusePages, sendText } from "../html/local-server.js"
import { sendPage } from "../html/markup.js"
import { mailboxPage, messageViewSchema, type Preview, previewPage, previewViewSchema } from "./page.js"
import { detailOf, htmlOf, type Message, type MessageStore, summaryOf, withImages } from "./store.js"

/** A message may use any style and its own images. It runs no script and loads nothing. */
const MESSAGE_POLICY =
  "sandbox allow-popups allow-popups-to-escape-sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-ancestors 'self'"

const idParams = z.object({ id: z.string() })
const viewParams = idParams.extend({ view: messageViewSchema })
const index = z.coerce.number().int().min(0)
const previewBodyParams = z.object({ index })
const previewParams = z.object({ index, view: previewViewSchema })
const filter = z.object({ to: z.string().optional() })

/** The mailbox's pages and its JSON API. */
export function mailboxWeb(store: MessageStore): FastifyInstance {
  const app = localServer()
  refusePages(app, { butOwn: true })
  const sendMessage = (reply: FastifyReply, markup: string) =>
    reply.type("text/html; charset=utf-8").header("content-security-policy", MESSAGE_POLICY).send(markup)
  const notFound = (reply: FastifyReply) => sendText(reply, 404, "There is no such message.")
  const find = async (params: unknown): Promise<Message | undefined> => store.find(idParams.parse(params).id)

  app.get("/", async (_, reply) => sendPage(reply, mailboxPage(await store.list())))
  app.get("/messages/:id", async (request, reply) => {
    const message = await find(request.params)
    if (message === undefined) return reply.redirect("/")
    return sendPage(reply, mailboxPage(await store.list(), message))
  })
  app.get("/messages/:id/body", async (request, reply) => {
    const message = await find(request.params)
    return message === undefined ? notFound(reply) : sendMessage(reply, htmlOf(message))
  })
  app.get("/messages/:id/source", async (request, reply) => {
    const message = await find(request.params)
    if (message === undefined) return notFound(reply)
    return reply.type("text/plain; charset=utf-8").send(store.source(message.id))
  })
  app.get("/messages/:id/:view", async (request, reply) => {
    const params = viewParams.safeParse(request.params)
    const message = params.success ? await store.find(params.data.id) : undefined
    if (!params.success || message === undefined) return notFound(reply)
    return sendPage(reply, mailboxPage(await store.list(), message, params.data.view))
  })
  app.post("/messages/:id/delete", async (request, reply) => {
    store.remove(idParams.parse(request.params).id)
    return reply.redirect("/", 303)
  })
  app.post("/delete-all", (_, reply) => {
    store.clear()
    return reply.redirect("/", 303)
  })

  app.get("/previews", async (_, reply) => sendPage(reply, previewPage(await readPreviews(), 0, "html")))
  app.get("/previews/:index/body", async (request, reply) => {
    const preview = (await readPreviews())[previewBodyParams.parse(request.params).index]
    return preview === undefined
      ? reply.redirect("/previews")
      : sendMessage(reply, withImages(preview.mail.html, preview.mail.images))
  })
  app.get("/previews/:index/:view", async (request, reply) => {
    const params = previewParams.safeParse(request.params)
    if (!params.success) return reply.redirect("/previews")
    return sendPage(reply, previewPage(await readPreviews(), params.data.index, params.data.view))
  })
  app.get("/api/previews", () => readPreviews())

  app.get("/api/messages", async (request) => {
    const { to } = filter.parse(request.query)
    const messages = await store.list()
    return messages.filter(({ recipients }) => to === undefined || recipients.includes(to)).map(summaryOf)
  })
  app.get("/api/messages/:id", async (request, reply) => {
    const message = await find(request.params)
    return message === undefined ? notFound(reply) : detailOf(message)
  })
  return app
}

/** The shop renders its mails with its own examples; the sandbox knows none of its templates. */
const PREVIEWS = new URL("../../../backend/src/mail/testing/examples.ts", import.meta.url).href

const previewsModule = z.object({
  mailPreviews: z.custom<() => unknown>((value) => typeof value === "function"),
})
const previewsSchema = z
  .array(
    z.object({
      template: z.string(),
      situation: z.string(),
      mail: z.object({
        subject: z.string(),
        html: z.string(),
        text: z.string(),
        images: z.array(z.object({ cid: z.string(), mimeType: z.string(), content: z.string() })),
      }),
    }),
  )
  .min(1)

async function readPreviews(): Promise<Preview[]> {
  const loaded: unknown = await import(PREVIEWS)
  return previewsSchema.parse(previewsModule.parse(loaded).mailPreviews())
}
