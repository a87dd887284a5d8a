import { Button } from "@medusajs/ui"
import { useQuery } from "@tanstack/react-query"
import { useEffect, useState } from "react"
import { useTexts } from "./use-texts"

async function draw(frames: readonly string[]): Promise<string[]> {
  const { toString } = await import("qrcode")
  const drawn = await Promise.all(frames.map((text) => toString(text, { type: "svg" })))
  return drawn.map((svg) => `data:image/svg+xml,${encodeURIComponent(svg)}`)
}

const useDrawn = (frames: readonly string[]) =>
  useQuery({ queryKey: ["qr-code", frames], queryFn: () => draw(frames), staleTime: Infinity }).data

/** A QR code, dark on white in every theme: most scanners read nothing else. */
export function QrCode({ text, label }: { text: string; label: string }) {
  return <img className="size-40 shrink-0 rounded-lg bg-white" src={useDrawn([text])?.[0]} alt={label} />
}

/** Below three changes a second: nothing on a page may flash more often. */
const FRAME_MS = 400

/** A code in several frames, one after the other. It can be stopped. */
export function AnimatedCode({ frames, label }: { frames: readonly string[]; label: string }) {
  const { text } = useTexts()
  const drawn = useDrawn(frames)
  const [shown, setShown] = useState(0)
  const [isMoving, setIsMoving] = useState(true)
  useEffect(() => {
    if (!isMoving) return
    const timer = setInterval(() => setShown((frame) => frame + 1), FRAME_MS)
    return () => clearInterval(timer)
  }, [isMoving])
  return (
    <div className="flex flex-col items-start gap-y-2">
      <img
        className="size-72 max-w-full rounded-lg bg-white"
        src={drawn?.[shown % frames.length]}
        alt={label}
      />
      {frames.length > 1 && (
        <Button size="small" variant="transparent" onClick={() => setIsMoving(!isMoving)}>
          {text(isMoving ? "batches.pause" : "batches.play")}
        </Button>
      )}
    </div>
  )
}
