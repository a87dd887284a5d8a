import { Copy } from "@medusajs/ui"

export function ShortId({ id, url }: { id: string; url: string | null }) {
  const short = `${id.slice(0, 10)}…${id.slice(-6)}`
  return (
    <span className="flex items-center gap-x-2 whitespace-nowrap">
      {url === null ? (
        <code title={id}>{short}</code>
      ) : (
        <a
          href={url}
          target="_blank"
          rel="noreferrer"
          title={id}
          className="text-ui-fg-interactive-hover hover:underline"
        >
          <code>{short}</code>
        </a>
      )}
      <Copy content={id} className="text-ui-fg-muted" />
    </span>
  )
}
