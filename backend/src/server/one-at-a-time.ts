/**
 * Work that comes round again and again, one round at a time in this process: a round that falls due while another is
 * under way is left out, so that what hangs is not begun once more every few seconds.
 */
export function oneAtATime<Given extends unknown[]>(
  round: (...given: Given) => Promise<void>,
): (...given: Given) => Promise<void> {
  let isUnderWay = false
  return async (...given) => {
    if (isUnderWay) return
    isUnderWay = true
    try {
      await round(...given)
    } finally {
      isUnderWay = false
    }
  }
}
