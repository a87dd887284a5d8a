import Fastify, { type FastifyInstance, type FastifyReply } from "fastify"

/** A web server for this machine only. Fields of forms are an object. */
export function localServer(): FastifyInstance {
  const app = Fastify({ bodyLimit: 1_000_000, forceCloseConnections: true })
  app.addHook("onRequest", (request, reply, done) => {
    reply.headers({
      "cache-control": "no-store",
      // Without a referrer a browser would send a page's own forms with the origin "null".
      "referrer-policy": "same-origin",
      "x-content-type-options": "nosniff",
    })
    // A page of others could use a host name of its own (DNS rebinding).
    if (/^(127\.0\.0\.1|localhost)(:\d+)?$/.test(request.headers.host ?? "")) return done()
    return refuse(reply)
  })
  app.addContentTypeParser("application/x-www-form-urlencoded", { parseAs: "string" }, (_, text, done) =>
    done(null, Object.fromEntries(new URLSearchParams(String(text)))),
  )
  return app
}

/** Refuses requests of web pages, but of the server's own unless only programs may call. */
export function refusePages(app: FastifyInstance, { butOwn = false } = {}): void {
  app.addHook("onRequest", ({ headers: { origin, host = "" } }, reply, done) =>
    origin === undefined || (butOwn && origin === `http://${host}`) ? done() : refuse(reply),
  )
}

const refuse = (reply: FastifyReply) =>
  sendText(reply, 403, "The sandbox accepts requests from this machine only, and from no other web page.")

export const sendText = (reply: FastifyReply, status: number, text: string): FastifyReply =>
  reply.code(status).type("text/plain; charset=utf-8").send(text)

/** Answers an error of the sandbox itself. */
export function sendFailure(reply: FastifyReply, error: unknown): FastifyReply {
  console.error(error)
  return sendText(reply, 500, "The sandbox failed; see its log.")
}
