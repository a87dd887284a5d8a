import { readFileSync } from "node:fs"
import Fastify, { type FastifyInstance, type FastifyReply } from "fastify"
import { z } from "zod"
import type { Html } from "./html.js"
import { inboxPage, letterPage } from "./pages.js"
import { registerPreviews } from "./preview-routes.js"
import type { Letter, LetterStore } from "./store.js"
import { detailOf, htmlOf, summaryOf } from "./view.js"

const PAGE_POLICY =
  "default-src 'none'; style-src 'self'; img-src data:; frame-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
/** A message may look as it likes, with pictures of its own; it runs nothing and fetches nothing. */
const LETTER_POLICY =
  "sandbox allow-popups allow-popups-to-escape-sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-ancestors 'self'"

const withId = z.object({ id: z.string() })
const withSide = withId.extend({ side: z.enum(["html", "text", "headers"]) })
const filter = z.object({ to: z.string().optional() })

/** The mailbox's web page and its JSON. */
export function mailboxWeb(store: LetterStore): FastifyInstance {
  const app = Fastify({ forceCloseConnections: true })
  const style = readFileSync(new URL("./style.css", import.meta.url), "utf8")

  const show = (reply: FastifyReply, page: Html) =>
    reply.type("text/html; charset=utf-8").header("content-security-policy", PAGE_POLICY).send(page.text)
  const showLetter = (reply: FastifyReply, markup: string) =>
    reply.type("text/html; charset=utf-8").header("content-security-policy", LETTER_POLICY).send(markup)
  const gone = (reply: FastifyReply) => reply.code(404).type("text/plain").send("There is no such message.")

  app.addHook("onRequest", (request, reply, done) => {
    const local = /^(127\.0\.0\.1|localhost)(:\d+)?$/.test(request.headers.host ?? "")
    const { origin } = request.headers
    const ownPage = origin === undefined || origin === `http://${request.headers.host}`
    if (local && ownPage) return done()
    return reply.code(403).type("text/plain").send("The mailbox answers this machine only.")
  })
  app.addHook("onSend", async (_, reply) => {
    reply.header("x-content-type-options", "nosniff")
    reply.header("referrer-policy", "no-referrer")
    reply.header("cache-control", "no-store")
  })
  app.addContentTypeParser("application/x-www-form-urlencoded", (_, payload, done) => {
    payload.resume()
    done(null)
  })

  const open = async (raw: unknown): Promise<Letter | undefined> => store.find(withId.parse(raw).id)

  app.get("/style.css", (_, reply) => reply.type("text/css; charset=utf-8").send(style))
  app.get("/", async (_, reply) => show(reply, inboxPage(await store.list())))
  app.get("/messages/:id", async (request, reply) => {
    const letter = await open(request.params)
    if (letter === undefined) return reply.redirect("/")
    return show(
      reply,
      letterPage(await store.list(), letter, letter.email.html === undefined ? "text" : "html"),
    )
  })
  app.get("/messages/:id/body", async (request, reply) => {
    const letter = await open(request.params)
    if (letter === undefined) return gone(reply)
    return showLetter(reply, htmlOf(letter))
  })
  app.get("/messages/:id/source", async (request, reply) => {
    const letter = await open(request.params)
    if (letter === undefined) return gone(reply)
    return reply.type("text/plain; charset=utf-8").send(store.source(letter.id))
  })
  app.get("/messages/:id/:side", async (request, reply) => {
    const parsed = withSide.safeParse(request.params)
    const letter = parsed.success ? await store.find(parsed.data.id) : undefined
    if (!parsed.success || letter === undefined) return gone(reply)
    return show(reply, letterPage(await store.list(), letter, parsed.data.side))
  })
  app.post("/messages/:id/delete", async (request, reply) => {
    const letter = await open(request.params)
    if (letter !== undefined) store.remove(letter.id)
    return reply.redirect("/", 303)
  })
  app.post("/delete-all", (_, reply) => {
    store.clear()
    return reply.redirect("/", 303)
  })

  registerPreviews(app, { show, showLetter })

  app.get("/api/messages", async (request) => {
    const { to } = filter.parse(request.query)
    const letters = await store.list()
    return letters.filter(({ recipients }) => to === undefined || recipients.includes(to)).map(summaryOf)
  })
  app.get("/api/messages/:id", async (request, reply) => {
    const letter = await open(request.params)
    return letter === undefined ? gone(reply) : detailOf(letter)
  })
  app.delete("/api/messages/:id", async (request, reply) => {
    const letter = await open(request.params)
    if (letter === undefined) return gone(reply)
    store.remove(letter.id)
    return reply.code(204).send()
  })
  app.delete("/api/messages", (_, reply) => {
    store.clear()
    return reply.code(204).send()
  })
  return app
}
