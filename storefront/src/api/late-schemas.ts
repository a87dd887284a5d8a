/** The rules of forms, and the parsers of orders and accounts. A checkout that opens needs none of them. */
export {
  accountSchema,
  cardSessionSchema,
  checkoutFormSchema,
  claimedOrdersSchema,
  contactMessageSchema,
  editProfileSchema,
  findOrderSchema,
  followedOrderSchema,
  formatPostcode,
  orderHistorySchema,
  orderKeySchema,
  orderSchema,
  placedOrderSchema,
} from "@shop/contracts"
