export const FOUNDED = 2020
