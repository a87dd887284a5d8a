import { useEffect, useRef, useState } from "react"
import { loadCode } from "../lib/later"

interface QrCodeProps {
  text: string
  label: string
  size: number
}

type Drawing = { kind: "drawing" } | { kind: "drawn"; modules: number; path: string } | { kind: "failed" }

/** A code is drawn when it is this near to the screen, in CSS pixels. */
const NEAR = "300px"

/** A QR code as one path. The drawing code is loaded only when a code comes near the screen. */
export function QrCode({ text, label, size }: QrCodeProps) {
  const [state, setState] = useState<Drawing>({ kind: "drawing" })
  const place = useRef<SVGSVGElement>(null)

  useEffect(() => {
    let isCurrent = true
    const start = () => {
      void draw(text)
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
  }, [text])

  if (state.kind === "failed") {
    return (
      <p className="qr qr--failed" role="alert">
        Error generating QR code
      </p>
    )
  }
  if (state.kind === "drawing") {
    return (
      <svg
        ref={place}
        className="qr qr--drawing"
        width={size}
        height={size}
        role="img"
        aria-label="Generating QR code"
      />
    )
  }
  return (
    <svg
      className="qr"
      width={size}
      height={size}
      viewBox={`0 0 ${state.modules} ${state.modules}`}
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
    >
      <path d={state.path} />
    </svg>
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

/** The quiet zone a scanner needs around the code, in modules. */
const QUIET = 4

async function draw(text: string): Promise<Drawing> {
  const { create } = await loadCode(() => import("qrcode"))
  const { modules } = create(text, { errorCorrectionLevel: "M" })
  const path = Array.from(modules.data, (dark, index) => {
    if (!dark) return ""
    const x = (index % modules.size) + QUIET
    const y = Math.floor(index / modules.size) + QUIET
    return `M${x} ${y}h1v1h-1z`
  })
  return { kind: "drawn", modules: modules.size + 2 * QUIET, path: path.join("") }
}
