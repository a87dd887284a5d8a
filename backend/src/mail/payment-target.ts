import type { BitcoinPayment } from "@shop/contracts"
import type { MailContext } from "./define-mail"
import { paymentPageUrl } from "./define-order-mail"
import type { PaymentTarget } from "./order-blocks"
import { readPaymentCode } from "./pictures"

/** Where a mail's reader can pay: on the payment page, by scanning, in a wallet on this device, or by hand. */
export async function readTarget(
  context: MailContext,
  orderId: string,
  { address, uri, payableUntil, lightning }: BitcoinPayment,
): Promise<PaymentTarget> {
  const [url, code] = await Promise.all([paymentPageUrl(context, orderId), readPaymentCode(uri)])
  return { url, address, uri, until: payableUntil, code, byLightning: lightning !== null }
}
