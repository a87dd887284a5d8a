/** What mails, the packing slip and the policy say of damage. @param within like "48 hours" @param us whom to write to */
export const damageTerms = (within: string, us = "us") =>
  `If something arrives damaged or faulty, or is missing, please write to ${us} within ${within} of delivery, with photos, and we will put it right. Your legal rights are not affected.`
