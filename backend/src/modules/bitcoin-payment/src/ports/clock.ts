/** The time outside, so that the core can be asked about any moment. Milliseconds since 1970, UTC. */
export type Clock = () => number
