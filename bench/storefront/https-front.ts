import replyFrom from "@fastify/reply-from"
import Fastify from "fastify"
import { generate } from "selfsigned"

/** A server with TLS and HTTP/2 in front of a shop. Its certificate is its own. */
export interface HttpsFront {
  /** https://127.0.0.1:port */
  url: string
  stop: () => Promise<void>
}

/** Starts what Caddy is in a deployment. With HTTP/1.1 a page's files would wait for six connections. */
export async function startHttpsFront(shop: string): Promise<HttpsFront> {
  const { private: key, cert } = await generate([{ name: "commonName", value: "localhost" }])
  const app = Fastify({ http2: true, https: { key, cert, allowHTTP1: true }, forceCloseConnections: true })
  // Bodies go on as they come.
  app.removeAllContentTypeParsers()
  app.addContentTypeParser("*", (_request, body, done) => done(null, body))
  await app.register(replyFrom, { base: shop })
  app.all("/*", (request, reply) => reply.from(request.url))
  return { url: await app.listen({ host: "127.0.0.1", port: 0 }), stop: () => app.close() }
}
