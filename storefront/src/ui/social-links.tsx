import { LineDrawing } from "./icon"

const NETWORKS = {
  instagram: {
    name: "Instagram",
    path: "M7.5 3h9A4.5 4.5 0 0 1 21 7.5v9a4.5 4.5 0 0 1-4.5 4.5h-9A4.5 4.5 0 0 1 3 16.5v-9A4.5 4.5 0 0 1 7.5 3zM12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8zm5-1.7v.1",
  },
  facebook: {
    name: "Facebook",
    path: "M13.5 21v-8.5h3l.5-3.5h-3.5V7c0-1 .5-1.7 1.8-1.7H17V2.3c-.5-.1-1.4-.2-2.3-.2-2.5 0-4.2 1.5-4.2 4.2V9h-3v3.5h3V21",
  },
  x: { name: "X", path: "M4 4l16 16M20 4 4 20" },
} as const

interface Profile {
  network: keyof typeof NETWORKS
  url: string
}

/** Plain links to the shop's profiles. The page loads nothing from those sites. */
export function SocialLinks({ profiles }: { profiles: readonly Profile[] }) {
  if (profiles.length === 0) return null
  return (
    <ul className="social-links">
      {profiles.map(({ network, url }) => (
        <li key={network}>
          <a
            href={url}
            rel="noopener noreferrer"
            target="_blank"
            aria-label={NETWORKS[network].name}
            className="icon-button"
          >
            <LineDrawing path={NETWORKS[network].path} />
          </a>
        </li>
      ))}
    </ul>
  )
}
