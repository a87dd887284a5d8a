import { Component, type ReactNode } from "react"
import { ErrorPage } from "./error-page"

interface Props {
  /** Where the reader is: another place is another chance. */
  at: string
  children: ReactNode
}

interface State {
  at: string
  isBroken: boolean
}

/** Shows the error page in place of what could not be drawn. */
export class ErrorBoundary extends Component<Props, State> {
  override state: State = { at: this.props.at, isBroken: false }

  static getDerivedStateFromError(): Partial<State> {
    return { isBroken: true }
  }

  static getDerivedStateFromProps({ at }: Props, state: State): State | null {
    return at === state.at ? null : { at, isBroken: false }
  }

  override render() {
    return this.state.isBroken ? <ErrorPage /> : this.props.children
  }
}
