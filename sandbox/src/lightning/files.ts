import { randomBytes } from "node:crypto"
import { existsSync, mkdirSync, readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { writeAtomically } from "../process/write-atomically.js"
import { bytes, hex, ldk } from "./ldk.js"

interface Update {
  readonly name: string
  readonly content: Uint8Array
  readonly txid: Uint8Array
  readonly index: number
  readonly id: bigint
}

/**
 * A node's seed, manager and monitors on disk. A monitor must not be newer than the manager: after a kill LDK would give up the channel.
 * So monitors are "in progress" until the manager is written.
 */
export class NodeFiles {
  private updates: Update[] = []

  constructor(
    private readonly folder: string,
    private readonly onChange: () => void,
  ) {
    mkdirSync(join(folder, "monitors"), { recursive: true })
  }

  seed(): Uint8Array {
    const file = join(this.folder, "seed")
    if (!existsSync(file)) writeAtomically(file, `${randomBytes(32).toString("hex")}\n`, 0o600)
    return bytes(readFileSync(file, "utf8").trim())
  }

  manager(): Uint8Array | undefined {
    const file = join(this.folder, "manager")
    return existsSync(file) ? Uint8Array.from(readFileSync(file)) : undefined
  }

  monitors(): Uint8Array[] {
    const folder = join(this.folder, "monitors")
    const names = readdirSync(folder).filter((name) => !name.endsWith(".part"))
    return names.map((name) => Uint8Array.from(readFileSync(join(folder, name))))
  }

  persist(): ldk.Persist {
    const keep = (outpoint: ldk.OutPoint, monitor: ldk.ChannelMonitor) => {
      const [txid, index] = [outpoint.get_txid(), outpoint.get_index()]
      const name = `${hex(txid)}_${index}`
      this.updates.push({ name, content: monitor.write(), txid, index, id: monitor.get_latest_update_id() })
      this.onChange()
      return ldk.ChannelMonitorUpdateStatus.LDKChannelMonitorUpdateStatus_InProgress
    }
    return ldk.Persist.new_impl({
      persist_new_channel: keep,
      update_persisted_channel: (outpoint, _, monitor) => keep(outpoint, monitor),
      archive_persisted_channel: () => undefined,
    })
  }

  /** @returns whether anything was written */
  write(manager: ldk.ChannelManager, monitors: ldk.ChainMonitor): boolean {
    const updates = this.updates
    this.updates = []
    if (!manager.get_and_clear_needs_persistence() && updates.length === 0) return false
    writeAtomically(join(this.folder, "manager"), manager.write())
    const newest = new Map(updates.map(({ name, content }) => [name, content]))
    for (const [name, content] of newest) writeAtomically(join(this.folder, "monitors", name), content)
    for (const { txid, index, id } of updates)
      monitors.channel_monitor_updated(ldk.OutPoint.constructor_new(txid, index), id)
    return true
  }
}
