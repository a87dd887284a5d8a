/** Where the admin's own words do not say what is true here. */
export default {
  en: {
    translation: {
      // Orders are packed by what stands here: what is not in the books is unpaid.
      orders: { payment: { status: { awaiting: "Unpaid", authorized: "Unpaid, not captured" } } },
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
