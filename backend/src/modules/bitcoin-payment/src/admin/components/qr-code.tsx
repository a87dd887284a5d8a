import { useQuery } from "@tanstack/react-query"

async function draw(text: string): Promise<string> {
  const { toString } = await import("qrcode")
  return `data:image/svg+xml,${encodeURIComponent(await toString(text, { type: "svg" }))}`
}

/** A QR code, dark on white in every theme: most scanners read nothing else. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const { data } = useQuery({ queryKey: ["qr-code", text], queryFn: () => draw(text), staleTime: Infinity })
  return <img className="size-40 shrink-0 rounded-lg bg-white" src={data} alt={label} />
}
