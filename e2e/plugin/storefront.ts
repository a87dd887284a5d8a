import { readFile } from "node:fs/promises"
import { createServer } from "node:http"
import path from "node:path"
import { fileURLToPath } from "node:url"
import { build } from "vite"
import { z } from "zod"
import type { PluginStack } from "../stack/plugin-stack"

const REPOSITORY = new URL("../../", import.meta.url)
const README = new URL("packages/medusa-payment-bitcoin-storefront/README.md", REPOSITORY)
/** React 18 is the application's, because Medusa's admin needs it. */
const REACT_19 = new URL("storefront/node_modules/", REPOSITORY)
type Page = "element" | "client" | "react-18" | "react-19"

export interface OtherStorefront {
  readonly origin: string
  /** The page of an order that shows its payment, as the kit's README says it is written. */
  page(kind: Page, orderId: string, language?: "en" | "de"): string
  stop(): void
}

/** A storefront of another origin, whose pages are the examples of the kit's README. */
export async function startOtherStorefront({ backendUrl, folder }: PluginStack): Promise<OtherStorefront> {
  const readme = (await readFile(README, "utf8")).replaceAll("https://api.example.com", backendUrl)
  const example = (language: string) =>
    new RegExp(`^\`\`\`${language}\n([^]*?)^\`\`\``, "m").exec(readme)?.[1] ?? `No ${language} in the README`
  const order = 'const order = { id: new URLSearchParams(location.search).get("order") ?? "" }\n'
  const rendered = example("tsx").replace(/;(<BitcoinPayment[^]*\/>)/, "createRoot(main).render($1)")
  const react = `import { createRoot } from "react-dom/client"\n${order}const main = document.createElement("main")\ndocument.body.append(main)\n${rendered}`
  const bundles: Record<Exclude<Page, "element">, Promise<string>> = {
    client: bundle(order + example("ts").replaceAll('"order_01…"', "order.id"), folder, null),
    "react-18": bundle(react, folder, null),
    "react-19": bundle(react, folder, REACT_19),
  }
  const contentOf = async (kind: string, orderId: string) =>
    isBundled(kind)
      ? `<script type="module">${await bundles[kind]}</script>`
      : example("html").replaceAll("order_01…", orderId)
  const isBundled = (kind: string): kind is keyof typeof bundles => kind in bundles
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? "", "http://storefront")
    void contentOf(pathname.slice(1), searchParams.get("order") ?? "").then((content) => {
      response.setHeader("content-type", "text/html; charset=utf-8")
      const language = searchParams.get("language") ?? "en"
      response.end(
        `<!doctype html><html lang="${language}"><meta name="viewport" content="width=device-width"><title>Your order</title><body>${content}</body></html>`,
      )
    })
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  const { port } = z.object({ port: z.number() }).parse(server.address())
  const origin = `http://127.0.0.1:${String(port)}`
  return {
    origin,
    page: (kind, orderId, language = "en") => `${origin}/${kind}?order=${orderId}&language=${language}`,
    stop: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}

/** With the packages of the application. @param react where React is, null: in the application */
async function bundle(code: string, folder: string, react: URL | null): Promise<string> {
  const example = path.join(folder, "example.tsx")
  const output = await build({
    configFile: false,
    logLevel: "error",
    root: folder,
    define: { "process.env.NODE_ENV": '"production"' },
    resolve: {
      alias: ["react-dom", "react"].flatMap((name) =>
        react === null
          ? []
          : [{ find: new RegExp(`^${name}(?=$|/)`), replacement: fileURLToPath(new URL(name, react)) }],
      ),
    },
    plugins: [
      {
        name: "example",
        resolveId: (id) => (id === "example" ? example : null),
        load: (id) => (id === example ? code : null),
      },
    ],
    build: { write: false, rolldownOptions: { input: "example", output: { codeSplitting: false } } },
  })
  const [chunk] = [output].flat().flatMap((each) => ("output" in each ? each.output : []))
  if (chunk?.type !== "chunk") throw new Error("The example was not bundled.")
  return chunk.code.replaceAll("</script", "<\\/script")
}
