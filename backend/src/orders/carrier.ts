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

/** The carrier that a tracking URL belongs to; null when its site is unknown. */
export function carrierOf(trackingUrl: string | undefined): string | null {
  if (trackingUrl === undefined || !URL.canParse(trackingUrl)) return null
  const { hostname } = new URL(trackingUrl)
  const known = Object.entries(CARRIERS).find(([site]) => hostname === site || hostname.endsWith(`.${site}`))
  return known?.[1] ?? null
}
