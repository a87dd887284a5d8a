/** Skips a round that is due while another is running: one that hangs is not started again every few seconds. */
export function singleFlight<Args extends unknown[]>(
  round: (...args: Args) => Promise<void>,
): (...args: Args) => Promise<void> {
  let isRunning = false
  return async (...args) => {
    if (isRunning) return
    isRunning = true
    try {
      await round(...args)
    } finally {
      isRunning = false
    }
  }
}
