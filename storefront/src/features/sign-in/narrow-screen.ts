/** Screens up to this width leave for Google's page instead of opening a window (specification, section 4). */
const NARROW = "(max-width: 768px)"

export const isNarrowScreen = (): boolean => matchMedia(NARROW).matches
