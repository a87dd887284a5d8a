import cors from "cors"
import { CART_HEADER, IDEMPOTENCY_HEADER, ORDER_HEADER } from "@shop/contracts"
import { environment } from "../config"

/** Only the shop's own pages may read answers of /api from another origin, with cookies. */
export const crossOrigin = cors({
  origin: [environment.PUBLIC_URL],
  credentials: true,
  methods: ["GET", "HEAD", "POST", "PATCH", "DELETE"],
  allowedHeaders: ["content-type", CART_HEADER, IDEMPOTENCY_HEADER],
  exposedHeaders: ["etag", "link", "x-total-count", "x-request-id", "retry-after", ORDER_HEADER],
  maxAge: 600,
})
