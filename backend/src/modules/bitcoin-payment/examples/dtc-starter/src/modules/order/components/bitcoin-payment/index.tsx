"use client"

import { BitcoinPayment } from "medusa-payment-bitcoin-storefront/react"

/** What the buyer has to pay, and the payment as it comes. For the pages of an order that was placed with Bitcoin. */
export default function OrderBitcoinPayment({ orderId }: { orderId: string }) {
  const backendUrl = process.env.NEXT_PUBLIC_MEDUSA_BACKEND_URL ?? "http://localhost:9000"
  return <BitcoinPayment orderId={orderId} backendUrl={backendUrl} />
}
