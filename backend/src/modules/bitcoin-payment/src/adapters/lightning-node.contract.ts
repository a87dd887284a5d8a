import { createHash, randomUUID } from "node:crypto"
import { beforeAll, describe, expect, it } from "vitest"
import { satoshis } from "../domain/satoshis"
import { LightningUnavailable, type LightningInvoice, type LightningNode } from "../ports/lightning-node"

/** A Lightning network that can be played with, and the shop's view of the merchant's node. */
export interface LightningUnderTest {
  readonly node: LightningNode
  /** The same node, told that it is on another network than it is. */
  readonly misled: LightningNode
  readonly withWrongCredential: LightningNode
  /** A buyer pays, also what has expired or is paid already. @returns the preimage. @throws when it is not accepted */
  pay(bolt11: string, msat?: bigint): Promise<string>
  /** The node answers nobody, and still receives. */
  setAway(away: boolean): Promise<void>
  /** Ends the node without a word, and starts it again. */
  kill(): Promise<void>
}

const UNKNOWN_HASH = "ab".repeat(32)
const SATS = satoshis(20_000n)

/** What every Lightning node must do, whatever its API is. `start` gives a network whose chain is regtest. */
export function describeLightningNode(
  name: string,
  canCancel: boolean,
  start: () => LightningUnderTest,
): void {
  describe(`${name}, as a Lightning node`, () => {
    let network: LightningUnderTest
    beforeAll(() => {
      network = start()
    })

    const create = (expirySeconds = 600): Promise<LightningInvoice> =>
      network.node.create({ sats: SATS, description: "Order 3", expirySeconds, label: randomUUID() })
    const stateOf = async ({ paymentHash }: LightningInvoice) => (await network.node.find(paymentHash))?.state
    const rejects = (paying: Promise<unknown>) => expect(paying).rejects.toThrow("did not accept")
    const isOver = (state: string | undefined) => expect([undefined, "ended"]).toContain(state)

    it("makes an invoice that is open until it expires", async () => {
      const invoice = await create()
      expect(invoice.bolt11).toMatch(/^lnbcrt200u1/)
      const seconds = (invoice.expiresAt.getTime() - Date.now()) / 1000
      expect(seconds).toBeGreaterThan(590)
      expect(seconds).toBeLessThan(602)
      expect(await network.node.find(invoice.paymentHash)).toEqual({ state: "open" })
    })

    it("tells a payment: the amount, the time, and the preimage that the buyer has", async () => {
      const invoice = await create()
      const paidAt = Date.now()
      const preimage = await network.pay(invoice.bolt11)
      const found = await network.node.find(invoice.paymentHash)
      if (found?.state !== "settled") throw new Error("not settled")
      expect(found).toMatchObject({ receivedMsat: SATS * 1000n, preimage })
      expect(createHash("sha256").update(Buffer.from(preimage, "hex")).digest("hex")).toBe(
        invoice.paymentHash,
      )
      expect(Math.abs(found.settledAt.getTime() - paidAt)).toBeLessThan(10_000)
    })

    it("hints at a payment while it is followed, until that is ended", async () => {
      const hints: string[] = []
      const ending = new AbortController()
      const following = network.node.follow(null, (hash) => hints.push(hash), ending.signal)
      // Only what settles once it is connected is told: pay until it is.
      await expect
        .poll(async () => {
          await network.pay((await create()).bolt11)
          return hints.length
        })
        .toBeGreaterThan(0)
      const invoice = await create()
      await network.pay(invoice.bolt11)
      await expect.poll(() => hints).toContain(invoice.paymentHash)
      ending.abort()
      await following
    })

    it("lists what was settled since a cursor", async () => {
      const { cursor } = await network.node.settledSince(null)
      const [open, paid] = [await create(), await create()]
      const preimage = await network.pay(paid.bolt11)
      const { settled, cursor: next } = await network.node.settledSince(cursor)
      const hashes = settled.map(({ paymentHash }) => paymentHash)
      expect(hashes).toContain(paid.paymentHash)
      expect(hashes).not.toContain(open.paymentHash)
      const listed = settled.find(({ paymentHash }) => paymentHash === paid.paymentHash)
      expect(listed).toMatchObject({ preimage, receivedMsat: SATS * 1000n, description: "Order 3" })
      await network.pay(open.bolt11)
      const later = await network.node.settledSince(next)
      expect(later.settled.map(({ paymentHash }) => paymentHash)).toContain(open.paymentHash)
    })

    it("is paid once: a second payment is not accepted", async () => {
      const invoice = await create()
      await network.pay(invoice.bolt11)
      await rejects(network.pay(invoice.bolt11))
      expect(await network.node.find(invoice.paymentHash)).toMatchObject({ receivedMsat: SATS * 1000n })
    })

    it("tells every millisatoshi of a payment of one and a half times the amount; more than twice is not accepted", async () => {
      const [half, most] = [await create(), await create()]
      await network.pay(half.bolt11, SATS * 1500n + 1n)
      expect(await network.node.find(half.paymentHash)).toMatchObject({ receivedMsat: SATS * 1500n + 1n })
      await rejects(network.pay(most.bolt11, SATS * 2500n))
      expect(await stateOf(most)).toBe("open")
    })

    it("accepts nothing after the invoice has expired", async () => {
      const invoice = await create(1)
      await expect.poll(() => stateOf(invoice)).toBe("ended")
      await rejects(network.pay(invoice.bolt11))
      expect(await stateOf(invoice)).toBe("ended")
    })

    it(`${canCancel ? "cancels" : "cannot cancel"} an open invoice`, async () => {
      const invoice = await create()
      const outcome = await network.node.cancel(invoice.paymentHash)
      if (canCancel) {
        expect(outcome).toBe("cancelled")
        isOver(await stateOf(invoice))
        await rejects(network.pay(invoice.bolt11))
        expect(await network.node.cancel(invoice.paymentHash)).toBe("cancelled")
      } else {
        expect(outcome).toBe("not_supported")
        await network.pay(invoice.bolt11)
        expect(await stateOf(invoice)).toBe("settled")
      }
    })

    it("says that it was paid when it is cancelled too late", async () => {
      const invoice = await create()
      await network.pay(invoice.bolt11)
      expect(await network.node.cancel(invoice.paymentHash)).toBe("settled")
      expect(await stateOf(invoice)).toBe("settled")
    })

    it("knows no invoice of another hash, which nobody can pay either", async () => {
      expect(await network.node.find(UNKNOWN_HASH)).toBeUndefined()
      expect(await network.node.cancel(UNKNOWN_HASH)).toBe("cancelled")
    })

    it("tells what it is, and what it can receive", async () => {
      const { nodeId, receivableMsat } = await network.node.status()
      expect(nodeId).toMatch(/^0[23][0-9a-f]{64}$/)
      if (receivableMsat !== "unlimited") expect(receivableMsat).toBeGreaterThan(SATS * 1000n)
    })

    it("is not used on another network than the shop's", async () => {
      await expect(network.misled.status()).rejects.toThrow("it is on regtest, and the shop on signet")
      const request = { sats: SATS, description: "", expirySeconds: 60, label: randomUUID() }
      await expect(network.misled.create(request)).rejects.toThrow("another network")
    })

    it("has a credential that cannot spend", async () => {
      expect(await network.node.checkCredential()).toEqual({ isAccepted: true, warning: null })
    })

    it("is unavailable with a wrong credential", async () => {
      await expect(network.withWrongCredential.find(UNKNOWN_HASH)).rejects.toThrow(LightningUnavailable)
    })

    it("is unavailable while it is away, never unpaid, and tells afterwards what was paid meanwhile", async () => {
      const invoice = await create()
      await network.setAway(true)
      try {
        await network.pay(invoice.bolt11)
        await expect(network.node.find(invoice.paymentHash)).rejects.toThrow(LightningUnavailable)
        await expect(network.node.cancel(invoice.paymentHash)).rejects.toThrow(LightningUnavailable)
        await expect(network.node.settledSince(null)).rejects.toThrow(LightningUnavailable)
        const { signal } = new AbortController()
        await expect(network.node.follow(null, () => undefined, signal)).rejects.toThrow(LightningUnavailable)
      } finally {
        await network.setAway(false)
      }
      expect(await stateOf(invoice)).toBe("settled")
    })

    it("keeps its invoices and its channels over a kill", async () => {
      const [paid, open] = [await create(), await create()]
      await network.pay(paid.bolt11)
      await network.kill()
      expect(await stateOf(paid)).toBe("settled")
      await network.pay(open.bolt11)
      expect(await stateOf(open)).toBe("settled")
    })
  })
}
