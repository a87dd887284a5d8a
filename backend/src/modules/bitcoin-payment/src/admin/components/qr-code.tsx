import { useQuery } from "@tanstack/react-query"

/** The quiet zone a scanner needs around the code, in modules. */
const QUIET = 4

async function draw(text: string): Promise<{ edge: number; path: string }> {
  const { create } = await import("qrcode")
  const { modules } = create(text, { errorCorrectionLevel: "M" })
  const squares = Array.from(modules.data, (isDark, index) => {
    const x = (index % modules.size) + QUIET
    const y = Math.floor(index / modules.size) + QUIET
    return isDark ? `M${x} ${y}h1v1h-1z` : ""
  })
  return { edge: modules.size + 2 * QUIET, path: squares.join("") }
}

/** Dark on white in every theme: most scanners read nothing else. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const { data: code } = useQuery({
    queryKey: ["qr-code", text],
    queryFn: () => draw(text),
    staleTime: Infinity,
  })
  const edge = code?.edge ?? 1
  return (
    <svg
      className="size-36 shrink-0 rounded-lg bg-white"
      viewBox={`0 0 ${edge} ${edge}`}
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
    >
      <path d={code?.path ?? ""} fill="#000" />
    </svg>
  )
}
