import type {
  ChainSource,
  ChainTip,
  ChainTransaction,
  Observations,
  PresentOutput,
  Question,
} from "../ports/chain-source"

/**
 * Two sources that must agree before money counts: an output is present only where both tell it, and in a block only
 * where both name the same one. What one of them has not heard of yet does not count yet. If either is unavailable, so
 * are both.
 */
export class AgreeingSources implements ChainSource {
  readonly name: string
  readonly sees = "addresses"

  constructor(
    private readonly one: ChainSource,
    private readonly other: ChainSource,
  ) {
    this.name = `${one.name} and ${other.name}`
  }

  requestsAvailable(): number {
    return Math.min(this.one.requestsAvailable?.() ?? Infinity, this.other.requestsAvailable?.() ?? Infinity)
  }

  /** The lower of the two, which both have. */
  async tip(): Promise<ChainTip> {
    const [one, other] = await Promise.all([this.one.tip(), this.other.tip()])
    return one.height <= other.height ? one : other
  }

  async outputsPaying({ addresses, known }: Question): Promise<Observations> {
    // Everything, each time: what one of them told before the other had heard of it must come again.
    const question = { addresses, known, since: null }
    const [one, other] = await Promise.all([
      this.one.outputsPaying(question),
      this.other.outputsPaying(question),
    ])
    const theirs = new Map(other.present.map((output) => [keyOf(output), output]))
    const present = one.present.flatMap((output) => {
      const twin = theirs.get(keyOf(output))
      return twin && twin.amount === output.amount && twin.address === output.address
        ? [weaker(output, twin)]
        : []
    })
    const agreed = new Set(present.map(({ txid }) => txid))
    const conflicted = new Set(
      [...one.lost, ...other.lost].filter(({ status }) => status === "conflicted").map(({ txid }) => txid),
    )
    const lost = known
      .filter((txid) => !agreed.has(txid))
      .map((txid) => ({ txid, status: conflicted.has(txid) ? ("conflicted" as const) : ("gone" as const) }))
    return { present, lost }
  }

  async transaction(txid: string): Promise<ChainTransaction | null> {
    const [one, other] = await Promise.all([this.one.transaction(txid), this.other.transaction(txid)])
    return other === null ? null : one
  }

  async hasHistory(address: string): Promise<boolean> {
    const answers = await Promise.all([this.one.hasHistory(address), this.other.hasHistory(address)])
    return answers.includes(true)
  }

  async follow(upToIndex: number): Promise<void> {
    await Promise.all([this.one.follow(upToIndex), this.other.follow(upToIndex)])
  }
}

function keyOf({ txid, vout }: PresentOutput): string {
  return `${txid}:${vout}`
}

/** In a block only if both say the same one. The one that heard of it earlier tells when. */
function weaker(one: PresentOutput, other: PresentOutput): PresentOutput {
  const times = [one.heardAt, other.heardAt].filter((time) => time !== null)
  const heardAt = times.length === 0 ? null : Math.min(...times)
  if (one.status === "confirmed" && one.blockHash === other.blockHash) return { ...one, heardAt }
  return { ...one, status: "mempool", height: null, blockHash: null, blockTime: null, heardAt }
}
