/** Pounds for one bitcoin, and who says so since when. */
export interface Rate {
  /** A decimal string with at most two places. */
  readonly pounds: string
  readonly source: string
  /** Milliseconds since 1970, UTC. */
  readonly asOf: number
}

export interface RateSource {
  current(): Promise<Rate>
}
