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

/** Who carries a parcel, from the address at which it can be followed; null when we do not know that site. */
export function carrierOf(trackingUrl: string | undefined): string | null {
  if (trackingUrl === undefined || !URL.canParse(trackingUrl)) return null
  const { hostname } = new URL(trackingUrl)
  const known = Object.entries(CARRIERS).find(([site]) => hostname === site || hostname.endsWith(`.${site}`))
  return known?.[1] ?? null
}
