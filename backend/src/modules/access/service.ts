import { createHash, randomBytes } from "node:crypto"
import { MedusaService } from "@medusajs/framework/utils"
import { OrderKey } from "./models/order-key"
import { ShopperSession } from "./models/shopper-session"
import { StaffDevice } from "./models/staff-device"
import { StaffSignIn } from "./models/staff-sign-in"
import { UsedSecret } from "./models/used-secret"

const DAY_MS = 24 * 60 * 60 * 1000
export const SESSION_DAYS = 30
/** Long enough for questions about an order. */
const ORDER_KEY_DAYS = 2 * 365

/** A secret of 256 random bits for a cookie or a link. */
export const newSecret = () => randomBytes(32).toString("base64url")

/** The stored hash of a secret. The secret is random: one round of SHA-256 is enough. */
export const hashOf = (secret: string) => createHash("sha256").update(secret).digest("hex")

export interface NewSession {
  customerId: string
  photo: string | null
  authenticatedAt: Date
}

export interface LiveSession extends NewSession {
  id: string
}

/** Shoppers' sessions, links to one order, and what Medusa does not keep of staff's sign-ins. Secrets are stored as hashes. */
export default class AccessService extends MedusaService({
  ShopperSession,
  OrderKey,
  StaffSignIn,
  StaffDevice,
  UsedSecret,
}) {
  /** @returns the secret for the cookie; only its hash is stored */
  async openSession({ customerId, photo, authenticatedAt }: NewSession): Promise<string> {
    const secret = newSecret()
    await this.createShopperSessions({
      secret_hash: hashOf(secret),
      customer_id: customerId,
      photo,
      authenticated_at: authenticatedAt,
      expires_at: new Date(Date.now() + SESSION_DAYS * DAY_MS),
    })
    return secret
  }

  async findSession(secret: string): Promise<LiveSession | null> {
    const [session] = await this.listShopperSessions({
      secret_hash: hashOf(secret),
      expires_at: { $gt: new Date() },
    })
    if (!session) return null
    return {
      id: session.id,
      customerId: session.customer_id,
      photo: session.photo,
      authenticatedAt: new Date(session.authenticated_at),
    }
  }

  async closeSession(secret: string): Promise<void> {
    await this.deleteShopperSessions({ secret_hash: hashOf(secret) })
  }

  async closeSessionsOf(customerId: string): Promise<void> {
    await this.deleteShopperSessions({ customer_id: customerId })
  }

  /** Returns the secret; only its hash is stored. `isMailed`: sent to the buyer's email address. */
  async issueOrderKey(orderId: string, { isMailed }: { isMailed: boolean }): Promise<string> {
    const secret = newSecret()
    await this.createOrderKeys({
      secret_hash: hashOf(secret),
      order_id: orderId,
      is_mailed: isMailed,
      expires_at: new Date(Date.now() + ORDER_KEY_DAYS * DAY_MS),
    })
    return secret
  }

  async opensOrder(secret: string, orderId: string): Promise<boolean> {
    return (await this.findOrderKey(secret, orderId)) !== null
  }

  /** The same for a link in an email: opening it proves that the address is the buyer's. */
  async openByLink(secret: string, orderId: string): Promise<boolean> {
    const key = await this.findOrderKey(secret, orderId)
    if (key?.is_mailed === true && key.opened_at === null)
      await this.updateOrderKeys({ id: key.id, opened_at: new Date() })
    return key !== null
  }

  private async findOrderKey(secret: string, orderId: string) {
    const [key] = await this.listOrderKeys({
      secret_hash: hashOf(secret),
      order_id: orderId,
      expires_at: { $gt: new Date() },
    })
    return key ?? null
  }

  async revokeOrderKeys(orderIds: readonly string[]): Promise<void> {
    await this.deleteOrderKeys({ order_id: [...orderIds] })
  }

  async revokeMailedKeys(orderId: string, before: Date): Promise<void> {
    await this.deleteOrderKeys({ order_id: orderId, is_mailed: true, created_at: { $lt: before } })
  }

  async deleteExpired(): Promise<void> {
    const before = { expires_at: { $lt: new Date() } }
    await this.deleteShopperSessions(before)
    await this.deleteOrderKeys(before)
    await this.deleteStaffDevices(before)
    await this.deleteUsedSecrets(before)
  }
}
