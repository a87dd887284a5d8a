/** Those who are told of a change of something outside React. */
export function createListeners() {
  const listeners = new Set<() => void>()
  return {
    /** @returns a function that unsubscribes */
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    notify: () => {
      for (const listener of listeners) listener()
    },
  }
}
