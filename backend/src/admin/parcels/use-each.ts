import { useQueryClient } from "@tanstack/react-query"
import { useState } from "react"

interface Progress {
  /** How many are still to be done; 0: none is being done. */
  left: number
  /** Why one could not be done; null: it is done. */
  results: ReadonlyMap<string, string | null>
}
const NONE: Progress = { left: 0, results: new Map() }

/** Does something for several orders, one after the other: what fails for one stops none. Then every query of the page is refetched. */
export function useEach() {
  const client = useQueryClient()
  const [progress, setProgress] = useState(NONE)
  const run = async <Item extends { id: string }>(
    items: readonly Item[],
    work: (item: Item) => Promise<unknown>,
  ) => {
    const results = new Map(progress.results)
    for (const [index, item] of items.entries()) {
      setProgress({ left: items.length - index, results: new Map(results) })
      const why = await work(item).then(
        () => null,
        (error: unknown) => (error instanceof Error ? error.message : String(error)),
      )
      results.set(item.id, why)
    }
    await client.invalidateQueries()
    setProgress({ left: 0, results })
    return items.filter(({ id }) => results.get(id) === null).length
  }
  return { ...progress, run }
}
