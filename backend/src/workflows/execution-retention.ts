/** How long Medusa's execution log keeps the workflows that settle a payment or erase a customer. */
export const EXECUTION_RETENTION_SECONDS = 90 * 24 * 60 * 60
