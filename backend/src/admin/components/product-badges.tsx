import { Badge } from "@medusajs/ui"

export function ProductBadges({ badge, isFeatured }: { badge: string | null; isFeatured: boolean }) {
  return (
    <>
      {badge && <Badge size="2xsmall">{badge}</Badge>}
      {isFeatured && (
        <Badge size="2xsmall" color="purple">
          Featured
        </Badge>
      )}
    </>
  )
}
