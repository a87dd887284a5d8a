/** What a page can ask of the frame around it. */
export interface LayoutActions {
  openCart: () => void
  openSignIn: () => void
  signOut: () => void
}
