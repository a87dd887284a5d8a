import * as z from "zod/mini"
import { tidy } from "./text"

/** A UK postcode as defined by the specification: 1–2 letters, a digit, an optional letter or digit, an optional space, a digit and 2 letters. */
export function isPostcode(text: string): boolean {
  return /^[A-Z]{1,2}\d[A-Z\d]? ?\d[A-Z]{2}$/i.test(text.trim())
}

/** Without white space, upper case, with a space before the last three where there are five characters or more. */
export function formatPostcode(text: string): string {
  const compact = tidy(text).replaceAll(" ", "").toUpperCase()
  return compact.length >= 5 ? `${compact.slice(0, -3)} ${compact.slice(-3)}` : compact
}

/** The UK's and BF (British Forces). The Channel Islands (GY, JE), the Isle of Man (IM) and Gibraltar (GX) are outside the UK. */
const DELIVERY_AREAS = new Set(
  (
    "AB AL B BA BB BD BF BH BL BN BR BS BT CA CB CF CH CM CO CR CT CV CW DA DD DE DG DH DL DN DT DY E EC EH EN EX FK FY " +
    "G GL GU HA HD HG HP HR HS HU HX IG IP IV KA KT KW KY L LA LD LE LL LN LS LU M ME MK ML N NE NG NN NP NR NW OL OX PA " +
    "PE PH PL PO PR RG RH RM S SA SE SG SK SL SM SN SO SP SR SS ST SW SY TA TD TF TN TQ TR TS TW UB W WA WC WD WF WN WR " +
    "WS WV YO ZE"
  ).split(" "),
)

export const OUTSIDE_DELIVERY_AREA =
  "We deliver to the United Kingdom only, not to the Channel Islands, the Isle of Man or Gibraltar."

const isInDeliveryArea = (postcode: string): boolean =>
  DELIVERY_AREAS.has(/^[A-Z]+/.exec(formatPostcode(postcode))?.[0] ?? "")

const INVALID = "Please enter a valid UK postcode."
const BFPO = `${INVALID} That of a BFPO address begins with BF1.`

/** What is wrong with the postcode of a parcel, as a sentence; null: nothing. White space of any kind is as good as a space. */
export function postcodeProblem(text: string): string | null {
  const typed = tidy(text)
  if (!isPostcode(typed)) return /^BFPO/i.test(typed) ? BFPO : INVALID
  return isInDeliveryArea(typed) ? null : OUTSIDE_DELIVERY_AREA
}

export const postcodeSchema = z.pipe(
  z.string(INVALID).check(
    z.check(({ value, issues }) => {
      const message = postcodeProblem(value)
      if (message !== null) issues.push({ code: "custom", input: value, message })
    }),
  ),
  z.transform(formatPostcode),
)
