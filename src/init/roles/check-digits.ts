/** Recognizes numbers with check digits. At most one of ten is valid by chance, so a column of valid ones is proof. */

export function luhn(digits: string): boolean {
  let sum = 0
  for (let i = 0; i < digits.length; i++) {
    const digit = Number(digits[digits.length - 1 - i])
    const doubled = i % 2 === 1 ? digit * 2 : digit
    sum += doubled > 9 ? doubled - 9 : doubled
  }
  return sum % 10 === 0
}

/** ISO 13616: the first four characters moved to the end, letters as 10 to 35, modulo 97 is 1. */
export function iban(text: string): boolean {
  const compact = text.replace(/\s/g, '').toUpperCase()
  if (!/^[A-Z]{2}\d{2}[A-Z\d]{11,30}$/.test(compact)) return false
  let rest = 0
  for (const character of compact.slice(4) + compact.slice(0, 4))
    for (const digit of String(Number.parseInt(character, 36))) rest = (rest * 10 + Number(digit)) % 97
  return rest === 1
}

type Check = (text: string) => boolean

const NATIONAL: Readonly<Record<string, Check>> = {
  'German tax number': (text) => /^[1-9]\d{10}$/.test(text) && iso7064(text),
  'Spanish DNI or NIE': (text) =>
    /^[XYZ\d]\d{7}[A-Z]$/.test(text) &&
    'TRWAGMYFPDXBNJZSQVHLCKE'[
      Number(text.slice(0, 8).replace(/^[XYZ]/, (letter) => String('XYZ'.indexOf(letter)))) % 23
    ] === text[8],
  'French social security number': (text) =>
    /^[12]\d{4}(?:\d{2}|2[AB])\d{8}$/.test(text) &&
    97n - (BigInt(text.slice(0, 13).replace('2A', '19').replace('2B', '18')) % 97n) === BigInt(text.slice(13)),
  'Italian tax code': (text) => /^[A-Z]{6}\d{2}[A-EHLMPRST]\d{2}[A-Z]\d{3}[A-Z]$/.test(text),
  'Dutch BSN': (text) => /^\d{9}$/.test(text) && weighted(text, [9, 8, 7, 6, 5, 4, 3, 2, -1]) % 11 === 0,
  'Turkish identity number': (text) =>
    /^[1-9]\d{10}$/.test(text) &&
    weighted(text, [7, 9, 7, 9, 7, 9, 7, 9, 7]) % 10 === Number(text[9]) &&
    weighted(text, Array(10).fill(1)) % 10 === Number(text[10]),
  'Brazilian CPF': (text) =>
    /^\d{11}$/.test(text) &&
    !/^(\d)\1+$/.test(text) &&
    [9, 10].every((end) => {
      const weights = Array.from({ length: end }, (_, i) => end + 1 - i)
      return ((weighted(text.slice(0, end), weights) * 10) % 11) % 10 === Number(text[end])
    }),
  'NHS number': (text) => /^\d{10}$/.test(text) && weighted(text, [10, 9, 8, 7, 6, 5, 4, 3, 2, 1]) % 11 === 0,
  'Polish PESEL': (text) => /^\d{11}$/.test(text) && weighted(text, [1, 3, 7, 9, 1, 3, 7, 9, 1, 3, 1]) % 10 === 0,
  'Saudi identity number': (text) => /^[12]\d{9}$/.test(text) && luhn(text),
  'Emirates identity number': (text) => /^784(19|20)\d{10}$/.test(text) && luhn(text),
  'Egyptian national number': (text) => /^[23]\d{2}(0[1-9]|1[0-2])([0-2]\d|3[01])\d{7}$/.test(text),
  'Iranian national code': (text) => {
    const rest = weighted(text, [10, 9, 8, 7, 6, 5, 4, 3, 2]) % 11
    return /^\d{10}$/.test(text) && Number(text[9]) === (rest < 2 ? rest : 11 - rest)
  },
  'Chinese identity number': (text) =>
    /^\d{17}[\dX]$/.test(text) &&
    '10X98765432'[weighted(text, [7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2]) % 11] === text[17],
  'Swedish personal number': (text) => /^(19|20)?\d{2}(0[1-9]|1[0-2])\d{6}$/.test(text) && luhn(text.slice(-10)),
  'Swiss social security number': (text) =>
    /^756\d{10}$/.test(text) && weighted(text, [1, 3, 1, 3, 1, 3, 1, 3, 1, 3, 1, 3, 1]) % 10 === 0,
  'provider number (NPI)': (text) => /^[12]\d{9}$/.test(text) && luhn(`80840${text}`),
  'payment card number': (text) => /^[2-6]\d{12,18}$/.test(text) && luhn(text),
}

/** Needs several texts: one of ten is valid by chance. */
export function nationalNumber(texts: readonly string[]): string | undefined {
  if (texts.length < 5) return undefined
  const compact = texts.map((text) => text.replace(/[\s.\-/]/g, '').toUpperCase())
  const fits = (country: string) => compact.filter((text) => NATIONAL[country](text)).length >= texts.length * 0.9
  return Object.keys(NATIONAL).find(fits)
}

function weighted(digits: string, weights: readonly number[]): number {
  return weights.reduce((sum, weight, i) => sum + weight * Number(digits[i]), 0)
}

/** ISO 7064, mod 11,10. */
function iso7064(digits: string): boolean {
  let product = 10
  for (const digit of digits.slice(0, -1)) {
    const sum = (Number(digit) + product) % 10 || 10
    product = (sum * 2) % 11
  }
  return (11 - product) % 10 === Number(digits.at(-1))
}
