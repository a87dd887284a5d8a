/** Like `"1-2 hours"`. Blocks come every ten minutes on average, at random; about one payment in twenty takes longer. */
export function confirmationTime(confirmations: number): string {
  const least = 10 * confirmations
  const most = least + 20 * Math.sqrt(confirmations)
  if (least < 60) return `${least}-${Math.round(most / 10) * 10} minutes`
  return `${Math.floor(least / 60)}-${Math.ceil(most / 60)} hours`
}
