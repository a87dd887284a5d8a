/**
 * Runs in the browser in place of Google's script: as much of `gapi.iframes` as Firebase's library and the emulator's
 * pages ask for. Two windows call each other by name, and each call has its answer.
 */
export function googleFrames(onLoaded: string | null): void {
  type Handler = (data: unknown) => unknown
  interface Message {
    gapi: "ready" | "call" | "answer"
    id: number
    name: string
    data: unknown
  }

  const isMessage = (value: unknown): value is Message =>
    typeof value === "object" && value !== null && "gapi" in value

  function linkTo(other: Window, isOtherReady: Promise<unknown>) {
    const handlers = new Map<string, Handler>()
    const early: Message[] = []
    const callers = new Map<number, (answers: unknown[]) => void>()

    const post = (message: Message) => void isOtherReady.then(() => other.postMessage(message, "*"))
    const answer = ({ id, name, data }: Message) =>
      post({ gapi: "answer", id, name, data: handlers.get(name)?.(data) })

    addEventListener("message", ({ source, data: message }: MessageEvent<unknown>) => {
      if (source !== other || !isMessage(message)) return
      if (message.gapi === "answer") callers.get(message.id)?.([message.data])
      else if (message.gapi === "call" && handlers.has(message.name)) answer(message)
      else if (message.gapi === "call") early.push(message)
    })

    return {
      register(name: string, handler: Handler) {
        handlers.set(name, handler)
        early
          .splice(0)
          .forEach((message) => (handlers.has(message.name) ? answer(message) : early.push(message)))
      },
      send(name: string, data: unknown, onAnswers?: (answers: unknown[]) => void) {
        const id = Math.random()
        if (onAnswers) callers.set(id, onAnswers)
        post({ gapi: "call", id, name, data })
      },
      restyle: () => Promise.resolve(),
      ping: () => isOtherReady,
    }
  }

  function open(
    { url, where }: { url: string; where: HTMLElement },
    onOpened: (link: ReturnType<typeof linkTo>) => unknown,
  ): unknown {
    const frame = document.createElement("iframe")
    frame.src = url
    frame.hidden = true
    where.append(frame)
    const other = frame.contentWindow
    if (!other) throw new Error("The frame has no window")
    const isReady = new Promise<void>((resolve) =>
      addEventListener("message", ({ source, data }: MessageEvent<unknown>) => {
        if (source === other && isMessage(data) && data.gapi === "ready") resolve()
      }),
    )
    return onOpened(linkTo(other, isReady))
  }

  const context = { open, getParentIframe: () => linkTo(parent, Promise.resolve()) }
  const gapi = {
    iframes: { CROSS_ORIGIN_IFRAMES_FILTER: {}, Iframe: {}, getContext: () => context },
    load: (_name: string, { callback }: { callback: () => void }) => callback(),
  }
  Object.assign(window, { gapi })
  const callWhenLoaded: unknown = Reflect.get(window, onLoaded ?? "gapi_onload")
  if (typeof callWhenLoaded === "function") Reflect.apply(callWhenLoaded, window, [])
  if (parent !== window) parent.postMessage({ gapi: "ready", id: 0, name: "", data: null }, "*")
}
