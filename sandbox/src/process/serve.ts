/**
 * What every server of the sandbox does when it runs as a child: say where it listens, and close in order on
 * SIGTERM or SIGINT.
 * @param details what its starter wants to know besides
 */
export function announce(url: string, close: () => Promise<void>, details: object = {}): void {
  let closing = false
  const end = () => {
    if (closing) return
    closing = true
    close().then(
      () => process.exit(0),
      (error: unknown) => {
        console.error(error)
        process.exit(1)
      },
    )
  }
  process.on("SIGTERM", end)
  process.on("SIGINT", end)
  process.send?.({ ready: url, details })
  console.log(`listening on ${url}`)
}
