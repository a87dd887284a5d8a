/** A coin with a B, drawn like the sidebar's other marks. */
export function BitcoinIcon() {
  return (
    <svg
      width="15"
      height="15"
      viewBox="0 0 15 15"
      fill="none"
      aria-hidden="true"
      stroke="currentColor"
      strokeWidth="1.4"
      strokeLinecap="round"
      strokeLinejoin="round"
    >
      <circle cx="7.5" cy="7.5" r="6.2" />
      <path d="M6 4.6h2.2a1.4 1.4 0 0 1 0 2.8H6Zm0 2.8h2.6a1.5 1.5 0 0 1 0 3H6Zm0-2.8v5.8M7.4 3.6v1m0 5.8v1" />
    </svg>
  )
}
