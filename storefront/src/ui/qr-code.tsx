import { useEffect, useRef, useState } from "react"
import { loadCode } from "../lib/later"

interface QrCodeProps {
  text: string
  label: string
  /** In CSS pixels. */
  size: number
  /** With much text: fewer, larger squares, which a camera reads better from a screen than a code that survives damage. */
  isDense?: boolean
  /** Beside another code, which says that it is being drawn or that drawing failed: shown instead of this one. */
  fallback?: string
}

type Drawing = { kind: "drawing" } | { kind: "drawn"; address: string } | { kind: "failed" }

/** A code is drawn when it is this near to the screen, in CSS pixels. */
const NEAR = "300px"
/** A QR code as a picture, which no theme, forced colours or printer changes. The drawing code is loaded only when a code comes near the screen. */
export function QrCode({ text, label, size, isDense = false, fallback }: QrCodeProps) {
  const [state, setState] = useState<Drawing>({ kind: "drawing" })
  const place = useRef<SVGSVGElement>(null)

  useEffect(() => {
    let isCurrent = true
    const start = () => {
      void draw(text, isDense)
        .catch((): Drawing => ({ kind: "failed" }))
        .then((drawing) => isCurrent && setState(drawing))
    }
    // The element is null when a code with another text is shown already.
    const stopWaiting = place.current ? whenNear(place.current, start) : undefined
    if (!stopWaiting) start()
    return () => {
      isCurrent = false
      stopWaiting?.()
    }
  }, [text, isDense])

  if (state.kind === "drawn")
    return <img className="qr" src={state.address} width={size} height={size} alt={label} />
  const isAlone = fallback === undefined
  if (state.kind === "failed") {
    return (
      <p className="qr qr--failed" role={isAlone ? "alert" : undefined}>
        {fallback ?? "Error generating QR code"}
      </p>
    )
  }
  return (
    <svg
      ref={place}
      className="qr qr--drawing"
      width={size}
      height={size}
      {...(isAlone ? { role: "img", "aria-label": "Generating QR code" } : { "aria-hidden": true })}
    />
  )
}

/** @returns a function that stops waiting */
function whenNear(element: Element, act: () => void): () => void {
  const observer = new IntersectionObserver(
    (entries) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return
      observer.disconnect()
      act()
    },
    { rootMargin: NEAR },
  )
  observer.observe(element)
  return () => observer.disconnect()
}

async function draw(text: string, isDense: boolean): Promise<Drawing> {
  const { drawQrCode } = await loadCode(() => import("medusa-payment-bitcoin-storefront/draw-qr-code"))
  return { kind: "drawn", address: drawQrCode(text, isDense) }
}
