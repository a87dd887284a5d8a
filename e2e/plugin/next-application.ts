import { findFreePort } from "@shop/sandbox/ports"
import { execFile, spawn } from "node:child_process"
import { once } from "node:events"
import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import path from "node:path"
import { promisify } from "node:util"
import { z } from "zod"
import type { PluginStack } from "../stack/plugin-stack"

const run = promisify(execFile)
const VERSIONS = {
  next: "16.4.2",
  react: "19.3.1",
  "react-dom": "19.3.1",
  typescript: "5.9.3",
  "@types/node": "20.19.0",
  "@types/react": "19.2.0",
  "@types/react-dom": "19.2.0",
}
/** As the starter's. */
const TSCONFIG = {
  compilerOptions: {
    ...{ target: "ES2017", lib: ["dom", "dom.iterable", "esnext"], module: "esnext", jsx: "react-jsx" },
    ...{ moduleResolution: "bundler", strict: true, noEmit: true, esModuleInterop: true, skipLibCheck: true },
    ...{ isolatedModules: true, resolveJsonModule: true, plugins: [{ name: "next" }] },
    paths: { "@lib/*": ["./src/lib/*"], "@modules/*": ["./src/modules/*"] },
  },
  include: ["next-env.d.ts", "**/*.ts", "**/*.tsx", ".next/types/**/*.ts"],
  exclude: ["node_modules"],
}

/** Those files of a Next.js storefront that the overlay's README changes, with its snippets in their places. */
function sourcesWith([title, isBitcoin, cases, fields, shown]: readonly string[]): Record<string, string> {
  return {
    "app/layout.tsx": `export default function Layout({ children }: { children: React.ReactNode }) {
  return <html lang="en"><head><title>Store</title></head><body>{children}</body></html>
}`,
    "lib/constants.tsx": `const CreditCard = () => <span aria-hidden>▭</span>
export const paymentInfoMap: Record<string, { title: string; icon: React.JSX.Element }> = { ${title} }
export const isManual = (providerId?: string) => providerId?.startsWith("pp_system_default")
${isBitcoin}`,
    "lib/data/store.ts": `export async function store<Answer>(path: string, body?: object): Promise<Answer> {
  const headers = { "content-type": "application/json", "x-publishable-api-key": process.env.MEDUSA_KEY ?? "" }
  const response = await fetch(process.env.NEXT_PUBLIC_MEDUSA_BACKEND_URL + path, {
    method: body ? "POST" : "GET", headers, body: JSON.stringify(body), cache: "no-store",
  })
  if (!response.ok) throw new Error(await response.text())
  return response.json()
}`,
    "lib/data/cart.ts": `"use server"
import { redirect } from "next/navigation"
import { store } from "./store"
export async function placeOrder(id: string) {
  const { order } = await store<{ order: { id: string } }>("/store/carts/" + id + "/complete", {})
  redirect("/order/" + order.id + "/confirmed")
}`,
    "lib/data/orders.ts": `import { store } from "./store"
type Provided = { provider_id: string }
type Order = { id: string; payment_collections?: { payments?: Provided[]; payment_sessions?: Provided[] }[] }
export async function retrieveOrder(id: string) {
  const query = { ${fields} }
  return (await store<{ order: Order }>("/store/orders/" + id + "?" + new URLSearchParams(query))).order
}`,
    "modules/checkout/components/payment-button/index.tsx": `"use client"
import { isBitcoin, isManual } from "@lib/constants"
import { placeOrder } from "@lib/data/cart"
export default function PaymentButton({ cartId, provider_id }: { cartId: string; provider_id?: string }) {
  const paymentSession = { provider_id }
  switch (true) {
    ${cases}
      return <button onClick={() => void placeOrder(cartId)}>Place order</button>
    default:
      return <button disabled>Select a payment method</button>
  }
}`,
    "app/checkout/[cart]/page.tsx": `import { paymentInfoMap } from "@lib/constants"
import { store } from "@lib/data/store"
import PaymentButton from "@modules/checkout/components/payment-button"
type Cart = { payment_collection?: { payment_sessions?: { provider_id: string }[] } }
export default async function Page({ params }: { params: Promise<{ cart: string }> }) {
  const { cart: id } = await params
  const { cart } = await store<{ cart: Cart }>("/store/carts/" + id)
  const provider = cart.payment_collection?.payment_sessions?.[0]?.provider_id
  const method = paymentInfoMap[provider ?? ""]
  return <main><h1>{method?.icon} {method?.title}</h1><PaymentButton cartId={id} provider_id={provider} /></main>
}`,
    "app/order/[id]/confirmed/page.tsx": `import { isBitcoin } from "@lib/constants"
import { retrieveOrder } from "@lib/data/orders"
import OrderBitcoinPayment from "@modules/order/components/bitcoin-payment"
export default async function Page({ params }: { params: Promise<{ id: string }> }) {
  const order = await retrieveOrder((await params).id)
  return <main><h1>Thank you</h1>${shown}</main>
}`,
  }
}

export interface NextApplication {
  readonly origin: string
  stop(): Promise<void>
}

/**
 * A Next.js storefront with the overlay for Medusa's starter, which is in no registry: installed from the npm registry, with the kit's
 * tarball, type-checked and built by Next.js, and served.
 */
export async function startNextApplication({
  folder,
  backendUrl,
  key,
}: PluginStack): Promise<NextApplication> {
  const overlay = path.join(folder, "node_modules/medusa-payment-bitcoin/examples/dtc-starter")
  const readme = await readFile(path.join(overlay, "README.md"), "utf8")
  const snippets = [...readme.matchAll(/^ *```tsx?\n([^]*?)^ *```/gm)].map(([, code = ""]) => code)
  const packed = path.dirname(folder)
  const kit = (await readdir(packed)).find((name) => /^medusa-payment-bitcoin-storefront-.*\.tgz$/.test(name))
  const here = await mkdtemp(path.join(tmpdir(), "next-storefront-"))
  const environment = {
    ...process.env,
    ...{ NODE_ENV: "production", NEXT_TELEMETRY_DISABLED: "1", MEDUSA_KEY: key },
    NEXT_PUBLIC_MEDUSA_BACKEND_URL: backendUrl,
  }
  const write = async (name: string, text: string) => {
    await mkdir(path.dirname(path.join(here, name)), { recursive: true })
    await writeFile(path.join(here, name), text)
  }
  const dependencies = {
    ...VERSIONS,
    "medusa-payment-bitcoin-storefront": `file:${path.join(packed, kit ?? "")}`,
  }
  await write("package.json", JSON.stringify({ private: true, dependencies }))
  await write("tsconfig.json", JSON.stringify(TSCONFIG))
  await cp(path.join(overlay, "src"), path.join(here, "src"), { recursive: true })
  for (const [name, text] of Object.entries(sourcesWith(snippets))) await write(`src/${name}`, text)
  const next = path.join(here, "node_modules/next/dist/bin/next")
  await run("npm", ["install", "--no-audit", "--no-fund"], { cwd: here })
  await run(process.execPath, [next, "build"], { cwd: here, env: environment }).catch((error: unknown) => {
    throw new Error(`Next.js did not build it:\n${z.object({ stdout: z.string() }).parse(error).stdout}`, {
      cause: error,
    })
  })
  const port = await findFreePort()
  const server = spawn(process.execPath, [next, "start", "-H", "127.0.0.1", "-p", String(port)], {
    cwd: here,
    env: environment,
    stdio: ["ignore", "pipe", "inherit"],
  })
  const exited = once(server, "exit")
  await new Promise<void>((resolve, reject) => {
    server.stdout.on("data", (said: Buffer) => said.toString().includes("Ready") && resolve())
    void exited.then(() => reject(new Error("Next.js has ended.")))
  })
  return {
    origin: `http://127.0.0.1:${String(port)}`,
    stop: async () => {
      server.kill()
      await exited
      await rm(here, { recursive: true, force: true })
    },
  }
}
