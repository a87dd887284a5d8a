// Preloaded into every Node child with `--import`. When the parent dies, even by `kill -9`, the IPC channel closes and
// the child ends with its whole process group. Plain JavaScript, because it also runs in programs without TypeScript.
import process from "node:process"

if (process.channel) {
  process.channel.unref()
  process.once("disconnect", () => {
    const end = (signal) => {
      try {
        process.kill(-process.pid, signal)
      } catch {
        process.kill(process.pid, signal) // not the leader of a group
      }
    }
    setTimeout(() => end("SIGKILL"), 8000).unref()
    end("SIGTERM")
  })
}
