/** The sandbox's Firebase project. Names beginning with `demo-` never reach Firebase itself. */
export const DEMO_PROJECT = "demo-shop"
/** Firebase's library wants one; the emulator takes any. */
export const DEMO_API_KEY = "demo-key"
/** Somebody to sign in as at once. */
export const DEMO_SHOPPER = { email: "demo.shopper@example.com", name: "Demo Shopper" }
