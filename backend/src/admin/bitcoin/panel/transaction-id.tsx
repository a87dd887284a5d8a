import { Copy } from "@medusajs/ui"

/** A transaction's id, short enough for a table, whole in the clipboard, and linked where an explorer knows it. */
export function TransactionId({ txid, url }: { txid: string; url: string | null }) {
  const short = `${txid.slice(0, 10)}…${txid.slice(-6)}`
  return (
    <span className="flex items-center gap-2 whitespace-nowrap">
      {url === null ? (
        <code title={txid}>{short}</code>
      ) : (
        <a
          href={url}
          target="_blank"
          rel="noreferrer"
          title={txid}
          className="text-ui-fg-interactive hover:underline"
        >
          <code>{short}</code>
        </a>
      )}
      <Copy content={txid} className="text-ui-fg-muted" />
    </span>
  )
}
