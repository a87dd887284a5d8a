/** Where the admin's own words do not say what is true here. */
export const medusa = {
  // Orders are packed by what stands here: what is not in the books is unpaid.
  orders: {
    cancelWarning:
      "You are about to cancel the order {{id}}. This action cannot be undone, and it returns no money: if something is paid, the panel Payment says what is then to be done.",
    edits: {
      confirmText:
        "The order changes at once, as you agreed with the buyer, who is emailed what it costs now. This action cannot be undone.",
      createSuccessToast: "Order changed",
      sendNotificationHint: "Has no effect here: the buyer is always emailed.",
    },
    payment: {
      // The page that Medusa's link leads to does not exist here.
      paymentLink: "{{amount}}: the buyer has the link by email",
      status: { awaiting: "Unpaid", authorized: "Unpaid, not captured" },
    },
    shipment: { title: "Mark the parcel as shipped" },
    fulfillment: {
      itemsToFulfillDesc: "Choose the items of this parcel",
      // The buyer is emailed when the parcel is shipped, never when it is packed.
      sendNotificationHint: "Has no effect here: the buyer is emailed when you mark the parcel as shipped.",
    },
  },
  login: { title: "Staff sign-in", hint: "The administration of" },
  // The password rules are checked by the backend, whose reason the page of the invitation does not show.
  errors: {
    serverError:
      "No account was made. Use a password of at least 12 characters that is not a common one, such as four random words. If that does not help, try again later.",
  },
  invite: {
    title: "Your staff account",
    hint: "Create your account below. The password needs at least 12 characters and must not be a common one.",
    successHint: "You can sign in now.",
    successAction: "Open the admin",
  },
  resetPassword: {
    newPasswordHint: "Choose a new password below: at least 12 characters, and not a common one.",
  },
  products: {
    fields: {
      title: { placeholder: "Strawberry jam" },
      handle: { placeholder: "strawberry-jam" },
      description: { placeholder: "Whole strawberries from the fields of Kent" },
      options: {
        hint: "What a shopper chooses between: the weight, the taste, …",
        optionTitlePlaceholder: "Weight",
        variantionsPlaceholder: "250 g, 500 g",
      },
    },
    media: {
      uploadImagesHint:
        "Drag and drop photos here or click to upload: JPEG, PNG, WebP or AVIF of at most 10 MB, square ones look best.",
      failedToUpload:
        "These pictures were not taken. Use JPEG, PNG, WebP or AVIF photos (no HEIC, no GIF) of at most 10 MB and 50 million pixels each, that open on this computer.",
    },
  },
}
