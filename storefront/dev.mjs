// `npm run dev`: the very server of production, with pages and scripts straight from source through Vite.
import { createServer } from "vite"

const root = import.meta.dirname
const vite = await createServer({ root, appType: "custom", server: { middlewareMode: true } })
const { createApp } = await vite.ssrLoadModule("/server/app.ts")
const { parseEnvironment } = await vite.ssrLoadModule("/server/environment.ts")

const environment = parseEnvironment({ NODE_ENV: "development", ...process.env })
const preamble = `<script type="module">
import { injectIntoGlobalHook } from "/@react-refresh"
injectIntoGlobalHook(window)
window.$RefreshReg$ = () => {}
window.$RefreshSig$ = () => (type) => type
</script>`
const tags = [
  `<link rel="stylesheet" href="/src/app/styles.css">`,
  `<script type="module" src="/@vite/client"></script>`,
  preamble,
  `<script type="module" src="/src/app/entry-client.tsx"></script>`,
].join("\n")

const app = await createApp({
  environment,
  clientFolder: null,
  assetTags: () => tags,
  render: async (...parts) => (await vite.ssrLoadModule("/src/app/entry-server.tsx")).render(...parts),
})
app.addHook("onRequest", (request, reply, done) => {
  if (request.url.startsWith("/api") || request.url.startsWith("/static")) return done()
  vite.middlewares(request.raw, reply.raw, done)
})
const stop = async () => {
  await app.close()
  await vite.close()
  process.exit(0)
}
process.once("SIGINT", stop)
process.once("SIGTERM", stop)
await app.listen({ host: environment.STOREFRONT_HOST, port: environment.STOREFRONT_PORT })
