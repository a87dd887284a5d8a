/** The sandbox's Firebase project. Firebase's libraries never contact Firebase for a name that begins with `demo-`. */
export const DEMO_PROJECT = "demo-shop"
/** Firebase's library requires a key; the emulator accepts any. */
export const DEMO_API_KEY = "demo-key"
export const DEMO_SHOPPER = { email: "demo.shopper@example.com", name: "Demo Shopper" }
