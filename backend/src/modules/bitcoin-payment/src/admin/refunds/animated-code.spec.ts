import { expect, it } from "vitest"
import { framesOf } from "./animated-code"

/** The plain parts of @ngraveio/bc-ur 1.1.13 for the same bytes. */
const FRAMES = [
  "ur:crypto-psbt/1-4/lpadaacfaddlcyrkfhotguhdgshkaddwaxbkbycsctdsdpeefrfwgagdhghyihjzjkknlylomymtntoxpyprrhrtsttotluovlwdwnyazmambtbbcwcpdtdyemfmfegsguhthsisjlkokilrlumonlnbosplrerfsrsgtttpurvawewkzosstnrlya",
  "ur:crypto-psbt/2-4/lpaoaacfaddlcyrkfhotguhdgsaoasbechckdadweoftfpfdgwhfhliejejpkklaltmnmdnsotpkparorsswsntyuyvowlwtylzeahbnbwcycldedlenfsfygrgmhkhniojtkpkelslememkneolpmqzrksasotitsuevwwpwfzsadaybscpincftp",
  "ur:crypto-psbt/3-4/lpaxaacfaddlcyrkfhotguhdgscmcadkdneyesfzflglgohhiaimjskslblnlgmwndoeptpfrlrnsksftetnvyvswsynzcaabdbgcfcxdidmecfnfxgegyhdheiyjnjykglfldmhmsnnonpsqdrdsesptktbutvewmwzytaeatbabzcecnpshklfbt",
  "ur:crypto-psbt/4-4/lpaaaacfaddlcyrkfhotguhdgsdrehetfhfggtghhpidinjoktkblplkmunyoypdperprysssbtdtavtvdwyykztaxbkbycsctdsdpeefrfwgagdhghyihjzjkknlylomymtntoxpyprrhrtsttotluovlwdwnyazmambtbbcwcpdtdyaehgvaontk",
]

it("writes a PSBT as the reference encoder of wallets does, in parts and in one", () => {
  const psbt = Uint8Array.from({ length: 300 }, (_, index) => index * 7 + 3)
  expect(framesOf(psbt)).toEqual(FRAMES.map((frame) => frame.toUpperCase()))
  expect(framesOf(Uint8Array.of(1, 2, 3))).toEqual(["UR:CRYPTO-PSBT/FXADAOAXAOCSJSRT"])
})
