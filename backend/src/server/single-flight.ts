/**
 * Work that comes round again and again, one round at a time in this process: a round that falls due while another is
 * under way is left out, so that what hangs is not begun once more every few seconds.
 */
export function singleFlight<Args extends unknown[]>(
  round: (...given: Args) => Promise<void>,
): (...given: Args) => Promise<void> {
  let isRunning = false
  return async (...given) => {
    if (isRunning) return
    isRunning = true
    try {
      await round(...given)
    } finally {
      isRunning = false
    }
  }
}
