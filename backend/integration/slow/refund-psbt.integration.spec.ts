import { expect, it } from "vitest"
import { z } from "zod"
import { readDescriptor } from "../../src/modules/bitcoin-payment/src/adapters/descriptor"
import { prepareRefunds, readSigned } from "../../src/modules/bitcoin-payment/src/adapters/refund-psbt"
import {
  OWNERS_DESCRIPTOR,
  ownersAccount,
} from "../../src/modules/bitcoin-payment/src/adapters/testing/test-signer"
import { satoshis } from "../../src/modules/bitcoin-payment/src/domain/satoshis"
import { hasElectrum, runInElectrum, WITHOUT_ELECTRUM } from "../harness/electrum"

/** Electrum's own wallet of the account: it finds what is its own in the PSBT, and signs. */
const SIGN = `
import json, sys, tempfile
from electrum import constants, util, wallet
from electrum.simple_config import SimpleConfig
from electrum.transaction import PartialTransaction
constants.set_regtest()
loop, stop, thread = util.create_and_start_event_loop()
asked = json.load(sys.stdin)
config = SimpleConfig({"electrum_path": tempfile.mkdtemp(), "regtest": True})
own = wallet.restore_wallet_from_text(asked["key"], path=None, config=config, gap_limit=100)["wallet"]
tx = PartialTransaction.from_raw_psbt(asked["psbt"])
tx.add_info_from_wallet(own)
change = [o.value for o in tx.outputs() if o.is_mine]
fee = tx.get_fee()
own.sign_transaction(tx, None)
print(json.dumps({"complete": tx.is_complete(), "fee": fee, "change": change, "tx": tx.serialize()}))
loop.call_soon_threadsafe(stop.set_result, 1)
`

const answer = z.object({ complete: z.boolean(), fee: z.int(), change: z.array(z.int()), tx: z.string() })

if (hasElectrum)
  it("Electrum reads one transaction for five refunds, knows its change, and signs it", () => {
    const { signing } = readDescriptor(OWNERS_DESCRIPTOR, "regtest")
    if (signing === null) throw new Error("nothing to sign with")
    const coins = [3, 17, 41].map((index) => ({
      ...{ txid: index.toString(16).padStart(64, "0"), vout: 1, index },
      amount: satoshis(30_000n),
    }))
    const payouts = Array.from({ length: 5 }, (_, buyer) => ({
      address: "bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080",
      sats: satoshis(12_500n + BigInt(buyer)),
    }))
    const prepared = prepareRefunds("regtest", signing, { coins, payouts, feeRate: 7, changeIndex: 5 })
    const signed = runInElectrum(answer, SIGN, { key: ownersAccount(), psbt: prepared?.psbt })
    expect(signed).toMatchObject({
      complete: true,
      fee: Number(prepared?.fee),
      change: [Number(prepared?.change)],
    })
    expect(readSigned(signed.tx, prepared?.psbt ?? "")).toEqual({ ok: true, hex: signed.tx })
  })
else it("finds no Electrum: whether it signs a refund was NOT tested", ({ skip }) => skip(WITHOUT_ELECTRUM))
