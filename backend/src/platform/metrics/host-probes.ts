import { once } from "node:events"
import { stat, statfs } from "node:fs/promises"
import { connect } from "node:tls"
import { Gauge } from "prom-client"
import { z } from "@medusajs/framework/zod"
import { metrics } from "./metrics"
import type { Probe } from "./probes"

const registers = [metrics]
const diskFree = new Gauge({
  name: "shop_disk_free_ratio",
  help: "Free part of the disk that holds the uploads; with docker-compose.yml all volumes are on it.",
  registers,
})
const lastBackup = new Gauge({
  name: "shop_last_backup_timestamp_seconds",
  help: "When the last backup was complete. 0: there is none.",
  registers,
})
const certificateEnd = new Gauge({
  name: "shop_certificate_expiry_timestamp_seconds",
  help: "When the certificate of this public host expires.",
  labelNames: ["host"],
  registers,
})

const DISK_AGE_MS = 30_000
const CERTIFICATE_AGE_MS = 15 * 60_000
const CONNECT_TIMEOUT_MS = 3000

interface Host {
  readonly mediaDir: string
  /** docker/backup.sh touches it at its end. Undefined: backups are monitored elsewhere. */
  readonly backupMarkerFile: string | undefined
  readonly publicUrls: readonly string[]
}

export function hostProbes({ mediaDir, backupMarkerFile, publicUrls }: Host): Probe[] {
  const https = publicUrls.map((url) => new URL(url)).filter(({ protocol }) => protocol === "https:")
  return [
    {
      name: "disk",
      maxAgeMs: DISK_AGE_MS,
      gauges: [diskFree],
      read: async () => {
        const { bavail, blocks } = await statfs(mediaDir)
        diskFree.set(bavail / blocks)
      },
    },
    ...(backupMarkerFile === undefined ? [] : [backupProbe(backupMarkerFile)]),
    ...https.map(certificateProbe),
  ]
}

const missing = z.object({ code: z.literal("ENOENT") })

function backupProbe(file: string): Probe {
  return {
    name: "backup",
    maxAgeMs: DISK_AGE_MS,
    gauges: [lastBackup],
    read: async () => {
      try {
        lastBackup.set((await stat(file)).mtimeMs / 1000)
      } catch (error) {
        if (!missing.safeParse(error).success) throw error
        lastBackup.set(0)
      }
    },
  }
}

function certificateProbe({ hostname, port }: URL): Probe {
  return {
    name: `certificate of ${hostname}`,
    maxAgeMs: CERTIFICATE_AGE_MS,
    // The gauge of all hosts: a failure clears only this host's value, in `read`.
    gauges: [],
    read: async () => {
      certificateEnd.remove({ host: hostname })
      const end = await certificateEndOf(hostname, port === "" ? 443 : Number(port))
      certificateEnd.set({ host: hostname }, end / 1000)
    },
  }
}

/** In milliseconds. One that is not trusted, or has expired, is read too. */
async function certificateEndOf(host: string, port: number): Promise<number> {
  const signal = AbortSignal.timeout(CONNECT_TIMEOUT_MS)
  const socket = connect({ host, port, servername: host, rejectUnauthorized: false })
  try {
    await once(socket, "secureConnect", { signal })
    return z.number().parse(Date.parse(socket.getPeerCertificate().valid_to))
  } finally {
    socket.destroy()
  }
}
