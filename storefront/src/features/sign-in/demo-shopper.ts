/** Somebody to sign in as where there is no Google: known to the sandbox's emulator alone. */
export const DEMO_SHOPPER = {
  sub: "demo-shopper",
  email: "demo.shopper@example.com",
  email_verified: true,
  name: "Demo Shopper",
}
