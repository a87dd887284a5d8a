import brand from "@brand/brand.json"
import { dirname, join } from "node:path"
import { fileURLToPath } from "node:url"
import { render } from "../src/app/entry-server"
import { createApp } from "./app"
import { readAssets } from "./assets"
import { brandStatusSchema, parseEnvironment } from "./environment"
import { startMetricsServer } from "./metrics"

const CLIENT_FOLDER = join(dirname(fileURLToPath(import.meta.url)), "..", "client")
const STOP_WITHIN_MS = 10_000

try {
  const environment = parseEnvironment(process.env, brandStatusSchema.parse(brand.status))
  const app = await createApp({
    environment,
    render,
    assetsOf: await readAssets(CLIENT_FOLDER),
    clientFolder: CLIENT_FOLDER,
  })
  const { STOREFRONT_METRICS_PORT: metricsPort, STOREFRONT_METRICS_HOST: metricsHost } = environment
  if (metricsPort !== undefined)
    startMetricsServer({
      port: metricsPort,
      host: metricsHost,
      onError: (error) => app.log.error({ err: error }, "metrics are not served"),
    })
  const stop = () => {
    setTimeout(() => process.exit(1), STOP_WITHIN_MS).unref()
    void app.close().then(() => process.exit(0))
  }
  process.once("SIGTERM", stop)
  process.once("SIGINT", stop)
  await app.listen({ host: environment.STOREFRONT_HOST, port: environment.STOREFRONT_PORT })
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exit(1)
}
