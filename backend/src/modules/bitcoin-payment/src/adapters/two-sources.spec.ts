import { describe, expect, it } from "vitest"
import { satoshis } from "../domain/satoshis"
import { ChainUnavailable, type ChainSource, type PresentOutput } from "../ports/chain-source"
import { TwoSources } from "./two-sources"

const hash = "ab".repeat(32)
const payment: PresentOutput = {
  ...{ txid: "cd".repeat(32), vout: 0, address: "ours", amount: satoshis(500n), status: "mempool" },
  ...{ height: null, blockHash: null, blockTime: null, heardAt: null },
}

/** A source that answers, or fails while `failure` is set, and records what it was asked. */
class TestSource implements ChainSource {
  failure: ChainUnavailable | null = null
  addressFailure: ChainUnavailable | null = null
  budget = Infinity
  readonly asked: string[] = []

  constructor(
    readonly name: string,
    readonly sees: ChainSource["sees"],
    private readonly height: number,
  ) {}

  tip = async () => this.answer("tip", { height: this.height, hash, previousHash: null, time: 0 })
  follow = async () => this.answer("follow", undefined)
  hasHistory = async () => this.answer("hasHistory", true)
  transaction = async () => this.answer("transaction", null)
  spendOf = async () => this.answer("spendOf", null)
  feeEstimate = async () => this.answer("feeEstimate", 3)
  broadcast = async () => this.answer("broadcast", undefined)
  requestsAvailable = () => this.budget
  outputsPaying = async () => {
    if (this.addressFailure !== null) throw this.addressFailure
    return this.answer("outputsPaying", { present: [payment, { ...payment, address: "another" }], lost: [] })
  }

  private async answer<Answer>(method: string, answer: Answer): Promise<Answer> {
    this.asked.push(method)
    if (this.failure !== null) throw this.failure
    return answer
  }
}

function pair() {
  const state = { now: 0 }
  const node = new TestSource("The node", "everything", 100)
  const esplora = new TestSource("The Esplora", "addresses", 99)
  return { state, node, esplora, both: new TwoSources(node, esplora, () => state.now) }
}
const down = (source: string) => new ChainUnavailable(source, "it is down")
const question = { addresses: ["ours"], known: [], since: null }

describe("of two sources", () => {
  it("the first is polled, and the second tells its own outputs and height of one address", async () => {
    const { both, node, esplora } = pair()
    expect(await both.tip()).toMatchObject({ height: 100 })
    expect(both).toMatchObject({ name: "The node", sees: "everything" })
    await both.outputsPaying(question)
    await both.hasHistory("ours")
    expect([node.asked, esplora.asked]).toEqual([["tip", "outputsPaying", "hasHistory"], ["tip"]])
    expect(await both.secondOpinion("ours", [])).toEqual({
      source: "The Esplora",
      height: 99,
      outputs: [payment],
    })
    expect(both.unavailableSource()).toBeNull()
  })

  it.each(["first", "second"] as const)(
    "the %s one fails: the other answers, it is left alone for some seconds, and there is no second opinion",
    async (which) => {
      const { both, node, esplora, state } = pair()
      const [failing, healthy] = which === "first" ? [node, esplora] : [esplora, node]
      failing.failure = down(failing.name)
      expect(await both.tip()).toMatchObject({ height: healthy === node ? 100 : 99 })
      expect(both).toMatchObject({ name: healthy.name, sees: healthy.sees })
      expect(both.unavailableSource()).toBe(`${failing.name} is unavailable: it is down`)
      expect(both.hasSecondOpinion()).toBe(false)
      await expect(both.secondOpinion("ours", [])).rejects.toThrow(ChainUnavailable)
      await both.follow(20)
      await both.outputsPaying(question)
      expect(await both.hasHistory("ours")).toBe(true)
      state.now += 2999
      await both.tip()
      expect(failing.asked).toEqual(["tip"])
      failing.failure = null
      state.now += 1
      expect(await both.tip()).toMatchObject({ height: 100 })
      expect(both.name).toBe("The node")
      expect(both.hasSecondOpinion()).toBe(true)
      expect(both.unavailableSource()).toBeNull()
    },
  )

  it("both fail: the poll fails", async () => {
    const { both, node, esplora } = pair()
    node.failure = down(node.name)
    esplora.failure = down(esplora.name)
    await expect(both.tip()).rejects.toThrow("The node is unavailable: it is down")
    await expect(both.follow(20)).rejects.toThrow(ChainUnavailable)
    await expect(both.hasHistory("ours")).rejects.toThrow(ChainUnavailable)
  })

  it("one that refuses a single address stays in use, and one that refuses three in a row does not", async () => {
    const { both, node } = pair()
    node.addressFailure = down(node.name)
    for (const isLast of [false, false, true]) {
      await both.tip()
      expect(both.name).toBe("The node")
      await expect(both.outputsPaying(question)).rejects.toThrow(ChainUnavailable)
      expect(both.unavailableSource() !== null).toBe(isLast)
    }
    await both.tip()
    expect(both.name).toBe("The Esplora")
    await both.outputsPaying(question)
  })

  it("the second without requests left says so, and stays in use", async () => {
    const { both, esplora } = pair()
    await both.tip()
    esplora.budget = 0
    await expect(both.secondOpinion("ours", [])).rejects.toThrow("its request budget is used up")
    expect(both.hasSecondOpinion()).toBe(true)
  })
})
