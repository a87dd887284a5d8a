import type { DataTag, QueryClient } from "@tanstack/react-query"

/** Stores what the shop answered to a change. A read that is under way is older: it is cancelled, or it would undo the change. */
export function storeAnswer<Answer, Failure>(
  client: QueryClient,
  { queryKey }: { queryKey: DataTag<string[], Answer, Failure> },
  answer: NoInfer<Answer>,
): void {
  void client.cancelQueries({ queryKey })
  client.setQueryData<Answer>(queryKey, () => answer)
}
