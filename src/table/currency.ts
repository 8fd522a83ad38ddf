/** Currency signs and codes, as a pattern for both JavaScript and RE2. */
const CURRENCIES =
  '만원|万円|万元|원|[$€£¥₩₺₽₹円元]|US\\$|R\\$|kr\\.?|zł|Ft|Kč|lei|CHF|EUR|USD|GBP|SEK|NOK|DKK|PLN|CZK|HUF|RON|TRY|RUB|JPY|CNY|INR|BRL|TL'

/** Text beside the digits of an amount that does not change its size: spaces, apostrophes, currencies, percent. */
export const BESIDE_FIGURES = `${CURRENCIES}|[\\s\u00a0\u2009\u202f'’%]`

const CURRENCY = new RegExp(CURRENCIES)
const TO_THE_CENT = /[.,]\d{2}$/
const THOUSANDS = /\d[.,'’\s\u00a0\u2009\u202f]\d{3}[.,]\d{2}$/

/** Whether the values look like money: with a currency, or with cents and thousands separators. */
export function areMoney(values: readonly string[]): boolean {
  if (values.filter((value) => CURRENCY.test(value)).length >= values.length * 0.9) return true
  return values.every((value) => TO_THE_CENT.test(value)) && values.some((value) => THOUSANDS.test(value))
}
