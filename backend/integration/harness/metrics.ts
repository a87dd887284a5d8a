import { findFreePort } from "../../../sandbox/src/process/ports"

/** Settings with which a backend serves its metrics, and how to read them as Prometheus does. */
export async function metricsOnFreePort() {
  const port = await findFreePort()
  const url = `http://127.0.0.1:${String(port)}`
  return {
    url,
    settings: { METRICS_PORT: String(port) },
    /** The values by series, written as exported: `shop_outbox_messages{topic="mail"}`. */
    scrape: async (): Promise<Map<string, number>> => {
      const response = await fetch(`${url}/metrics`)
      const lines = (await response.text()).split("\n").filter((line) => line !== "" && !line.startsWith("#"))
      return new Map(
        lines.map((line) => {
          const end = line.lastIndexOf(" ")
          return [line.slice(0, end), Number(line.slice(end + 1))]
        }),
      )
    },
  }
}
