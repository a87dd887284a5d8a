/** The admin writes `ptBR`. The browser's own form of the language, such as `en-GB`, where it has one. */
export function localeOf(language: string, ofBrowser: readonly string[]): string {
  const locale = language.replace(/^([a-z]{2})([A-Z]{2})$/, "$1-$2")
  const candidates = locale.includes("-") ? [] : ofBrowser.filter((each) => each.split("-")[0] === locale)
  return [...candidates, locale].find(isLocale) ?? "en"
}

/** Some browsers name what `Intl` rejects, such as `en-US@posix`. */
function isLocale(locale: string): boolean {
  try {
    return Intl.NumberFormat.supportedLocalesOf(locale).length > 0
  } catch {
    return false
  }
}

/** How many decimals a currency has: 2 for GBP, 0 for JPY. */
export function decimalsOf(currency: string): number {
  return (
    new Intl.NumberFormat("en", { style: "currency", currency }).resolvedOptions().maximumFractionDigits ?? 2
  )
}

/** Formats of one language. Amounts of money are decimals, of bitcoin satoshis in digits; times are ISO 8601. */
export function formatsFor(language: string, ofBrowser: readonly string[]) {
  const locale = localeOf(language, ofBrowser)
  const bitcoin = new Intl.NumberFormat(locale, { minimumFractionDigits: 8, maximumFractionDigits: 8 })
  const whole = new Intl.NumberFormat(locale)
  const times = new Intl.DateTimeFormat(locale, { dateStyle: "medium", timeStyle: "short" })
  const point = bitcoin.formatToParts(0.1).find(({ type }) => type === "decimal")?.value ?? "."
  return {
    money: (amount: string, currency: string) =>
      new Intl.NumberFormat(locale, { style: "currency", currency }).format(Number(amount)),
    btc: (sats: string) => `${bitcoin.format(Number(sats) / 1e8)} BTC`,
    count: (amount: string) => whole.format(BigInt(amount)),
    time: (iso: string) => times.format(new Date(iso)),
    typed: (amount: string) => amount.replace(".", point),
  }
}
