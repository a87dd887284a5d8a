/** A checkout that opens needs none of these. */
export {
  accountSchema,
  cardSessionSchema,
  checkoutFormSchema,
  claimedOrdersSchema,
  contactMessageSchema,
  editProfileSchema,
  findOrderSchema,
  followedOrderSchema,
  orderHistorySchema,
  orderKeySchema,
  orderSchema,
  placedOrderSchema,
} from "@shop/contracts"
