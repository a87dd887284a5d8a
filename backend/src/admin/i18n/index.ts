/** Where the admin's own words do not say what is true here. */
export default {
  en: {
    translation: {
      // Orders are packed by what stands here: what is not in the books is unpaid.
      orders: { payment: { status: { awaiting: "Unpaid", authorized: "Unpaid, not captured" } } },
      // The password rules are checked by the backend, whose reason these two pages do not show.
      invite: {
        hint: "Create your account below. The password needs at least 12 characters and must not be a common one.",
      },
      resetPassword: {
        newPasswordHint: "Choose a new password below: at least 12 characters, and not a common one.",
      },
      products: {
        media: {
          uploadImagesHint:
            "Drag and drop photos here or click to upload: JPEG, PNG or WebP of at most 10 MB, square ones look best.",
          failedToUpload:
            "These pictures were not taken. Use JPEG, PNG, WebP or AVIF photos (no HEIC, no GIF) of at most 10 MB and 50 million pixels each, that open on this computer.",
        },
      },
    },
  },
}
