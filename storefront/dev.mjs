// `npm run dev`: the production server, with pages and scripts served from source by Vite.
import { createElement, Fragment } from "react"
import { createServer } from "vite"

const root = import.meta.dirname
const vite = await createServer({ root, appType: "custom", server: { middlewareMode: true } })
const { createApp } = await vite.ssrLoadModule("/server/app.ts")
const { parseEnvironment } = await vite.ssrLoadModule("/server/environment.ts")

const environment = parseEnvironment({ NODE_ENV: "development", ...process.env })
const reactRefresh = `import { injectIntoGlobalHook } from "/@react-refresh"
injectIntoGlobalHook(window)
window.$RefreshReg$ = () => {}
window.$RefreshSig$ = () => (type) => type`
const module = { type: "module" }
const tags = createElement(
  Fragment,
  null,
  ...["page-styles/every-page.css", "styles.css"].map((file) =>
    createElement("link", { key: file, rel: "stylesheet", href: `/src/app/${file}`, precedence: "default" }),
  ),
  createElement("script", { ...module, src: "/@vite/client" }),
  createElement("script", { ...module, dangerouslySetInnerHTML: { __html: reactRefresh } }),
  createElement("script", { ...module, src: "/src/app/entry-client.tsx" }),
)

const app = await createApp({
  environment,
  clientFolder: null,
  assetsOf: () => ({ tags, hashes: null }),
  render: async (request) => (await vite.ssrLoadModule("/src/app/entry-server.tsx")).render(request),
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
