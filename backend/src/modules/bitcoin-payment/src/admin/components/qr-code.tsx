import { useQuery } from "@tanstack/react-query"

/** The quiet zone a scanner needs around the code, in modules. */
const QUIET = 4

async function draw(text: string): Promise<{ edge: number; path: string }> {
  const { create } = await import("qrcode")
  const { modules } = create(text, { errorCorrectionLevel: "M" })
  const path = Array.from(modules.data, (dark, index) => {
    if (!dark) return ""
    const x = (index % modules.size) + QUIET
    const y = Math.floor(index / modules.size) + QUIET
    return `M${x} ${y}h1v1h-1z`
  })
  return { edge: modules.size + 2 * QUIET, path: path.join("") }
}

/** A QR code, dark on white in every theme: most scanners read nothing else. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const { data } = useQuery({ queryKey: ["qr-code", text], queryFn: () => draw(text), staleTime: Infinity })
  return (
    <svg
      className="size-40 shrink-0 rounded-lg bg-white"
      viewBox={`0 0 ${data?.edge ?? 1} ${data?.edge ?? 1}`}
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
    >
      <path d={data?.path ?? ""} fill="#000" />
    </svg>
  )
}
