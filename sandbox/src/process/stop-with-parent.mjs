// Preloaded into every child by `node --import`: when the parent dies, by kill -9 too, the channel to it closes
// and the child ends with its whole process group instead of living on unseen. Plain JavaScript, because it also
// runs in programs that know nothing of this sandbox.
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
