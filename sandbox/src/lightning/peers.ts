import { connect, createServer, type Server, type Socket } from "node:net"
import { setTimeout as sleep } from "node:timers/promises"
import { z } from "zod"
import { ldk } from "./ldk.js"

const RECONNECT_MS = 100
const noAddress = () => ldk.Option_SocketAddressZ.constructor_none()
let sockets = 0n

/** Carries LDK's bytes to other nodes over TCP. */
export class Peers {
  private readonly open = new Set<Socket>()
  private server: Server | undefined
  private isClosed = false

  constructor(
    private readonly manager: ldk.PeerManager,
    /** Called when LDK has something to do */
    private readonly onChange: () => void,
  ) {}

  /** @returns the port on this machine */
  async listen(): Promise<number> {
    const server = createServer((socket) => {
      this.manager.new_inbound_connection(this.carry(socket), noAddress())
      this.onChange()
    })
    this.server = server
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
    return z.object({ port: z.number() }).parse(server.address()).port
  }

  /** Connects to a node, and again whenever the connection is lost. */
  stayConnected(nodeId: Uint8Array, port: number): void {
    const socket = connect(port, "127.0.0.1")
    socket.once("connect", () => {
      const opening = this.manager.new_outbound_connection(nodeId, this.carry(socket), noAddress())
      if (opening instanceof ldk.Result_CVec_u8ZPeerHandleErrorZ_OK) socket.write(opening.res)
      this.onChange()
    })
    socket.on("error", () => undefined)
    socket.once("close", () => void this.reconnect(nodeId, port))
  }

  close(): void {
    this.isClosed = true
    this.server?.close()
    for (const socket of this.open) socket.destroy()
  }

  private async reconnect(nodeId: Uint8Array, port: number): Promise<void> {
    await sleep(RECONNECT_MS, undefined, { ref: false })
    if (!this.isClosed) this.stayConnected(nodeId, port)
  }

  private carry(socket: Socket): ldk.SocketDescriptor {
    const id = (sockets += 1n)
    const descriptor = ldk.SocketDescriptor.new_impl({
      send_data: (data, resume) => {
        if (resume) socket.resume()
        // The wire is this machine's own, so everything is taken at once.
        if (socket.writable) socket.write(Uint8Array.from(data))
        return data.length
      },
      disconnect_socket: () => void setImmediate(() => socket.destroy()),
      eq: (other) => other.hash() === id,
      hash: () => id,
    })
    this.open.add(socket)
    socket.setNoDelay(true)
    socket.on("error", () => undefined)
    socket.on("data", (data) => {
      if (this.isClosed) return
      const read = this.manager.read_event(descriptor, Uint8Array.from(data))
      if (!(read instanceof ldk.Result_boolPeerHandleErrorZ_OK)) socket.destroy()
      else if (read.res) socket.pause()
      this.onChange()
    })
    socket.once("close", () => {
      this.open.delete(socket)
      if (this.isClosed) return
      this.manager.socket_disconnected(descriptor)
      this.onChange()
    })
    return descriptor
  }
}
