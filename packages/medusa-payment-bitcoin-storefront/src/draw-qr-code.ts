import { create } from "qrcode"

/** In every theme: a camera needs dark on light. */
const DARK = "#21101c"
const LIGHT = "#fffdf8"
/** Squares around the code, by ISO/IEC 18004. */
const QUIET = 4

/**
 * The address of a QR code as a picture, which no theme, forced colours or printer changes.
 * @param isDense with much text: fewer, larger squares, which a camera reads better from a screen than a code that survives damage
 */
export function drawQrCode(text: string, isDense: boolean): string {
  const { size, data } = create(text, { errorCorrectionLevel: isDense ? "L" : "M" }).modules
  let path = ""
  for (let at = 0; at < data.length; at++)
    if (data[at]) path += `M${QUIET + (at % size)} ${QUIET + Math.floor(at / size)}h1v1h-1z`
  const side = size + 2 * QUIET
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${side} ${side}" shape-rendering="crispEdges"><path fill="${LIGHT}" d="M0 0h${side}v${side}H0z"/><path fill="${DARK}" d="${path}"/></svg>`
  return `data:image/svg+xml,${encodeURIComponent(svg)}`
}
