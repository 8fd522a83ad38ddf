/** Signs and letters of currencies, as a pattern of parts for JavaScript and RE2 alike. */
const CURRENCIES =
  '만원|万円|万元|원|[$€£¥₩₺₽₹円元]|US\\$|R\\$|kr\\.?|zł|Ft|Kč|lei|CHF|EUR|USD|GBP|SEK|NOK|DKK|PLN|CZK|HUF|RON|TRY|RUB|JPY|CNY|INR|BRL|TL'

/** What stands beside the figures of an amount and says nothing of its size: blanks of all kinds, apostrophes, currencies, percent. */
export const BESIDE_FIGURES = `${CURRENCIES}|[\\s\u00a0\u2009\u202f'’%]`

const CURRENCY = new RegExp(CURRENCIES)
const TO_THE_CENT = /[.,]\d{2}$/
const THOUSANDS = /\d[.,'’\s\u00a0\u2009\u202f]\d{3}[.,]\d{2}$/

/** Whether amounts are written as money is: with a currency, or to the cent with marks of thousands. */
export function areMoney(values: readonly string[]): boolean {
  if (values.filter((value) => CURRENCY.test(value)).length >= values.length * 0.9) return true
  return values.every((value) => TO_THE_CENT.test(value)) && values.some((value) => THOUSANDS.test(value))
}
