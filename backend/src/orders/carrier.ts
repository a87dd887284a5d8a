const CARRIERS: Readonly<Record<string, string>> = {
  "royalmail.com": "Royal Mail",
  "parcelforce.com": "Parcelforce",
  "dpd.co.uk": "DPD",
  "evri.com": "Evri",
  "yodel.co.uk": "Yodel",
  "dhl.com": "DHL",
  "ups.com": "UPS",
  "fedex.com": "FedEx",
}

/** Where a parcel is followed: a number of the Universal Postal Union that ends in GB is Royal Mail's. Null: the carrier is unknown. */
export const trackingUrlOf = (number: string): string | null =>
  /^[A-Z]{2}\d{9}GB$/i.test(number.replaceAll(" ", ""))
    ? `https://www.royalmail.com/track-your-item#/tracking-results/${number.replaceAll(" ", "").toUpperCase()}`
    : null

/** The carrier that a tracking URL belongs to; null when its site is unknown. */
export function carrierOf(trackingUrl: string | undefined): string | null {
  if (trackingUrl === undefined || !URL.canParse(trackingUrl)) return null
  const { hostname } = new URL(trackingUrl)
  const known = Object.entries(CARRIERS).find(([site]) => hostname === site || hostname.endsWith(`.${site}`))
  return known?.[1] ?? null
}
