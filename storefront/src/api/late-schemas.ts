/** The parsers of forms, orders and accounts. A checkout that opens needs none of them. */
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
