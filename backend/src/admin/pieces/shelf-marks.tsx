import { Badge } from "@medusajs/ui"

/** How a product stands out on the shelf: its badge, and that it is featured. */
export function ShelfMarks({ badge, isFeatured }: { badge: string | null; isFeatured: boolean }) {
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
