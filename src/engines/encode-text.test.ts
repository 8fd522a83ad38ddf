import { expect, test } from 'vitest'
import { createDecoder, ENCODINGS } from '../table/encodings.ts'
import { createEncoder } from './rewrite-text.ts'

const texts = {
  'windows-1250': 'Łódź, źle',
  'windows-1251': 'Москва',
  'windows-1252': 'Größe – 5 €',
  'windows-1253': 'Αθήνα',
  'windows-1254': 'İstanbul, şehir',
  'iso-8859-2': 'žluťoučký',
  'iso-8859-15': 'cœur 5 €',
  'koi8-r': 'Москва',
  macintosh: 'Größe – é',
  'shift-jis': '佐藤 花子, ｻﾄｳ',
  'euc-jp': '佐藤 花子',
  'euc-kr': '서울',
  gbk: '北京市',
  big5: '臺北市',
} as const

test.each(Object.entries(texts))('encoderOf(%s) writes what is read', (encoding, text) => {
  const name = encoding as keyof typeof texts
  expect(createDecoder(name)(createEncoder(name)(text), false)).toBe(text)
})

test('encoderOf knows every encoding, and refuses a letter that one does not have without showing it', () => {
  for (const encoding of ENCODINGS) expect(createEncoder(encoding)('a,"\r\n').length).toBeGreaterThanOrEqual(5)
  expect(() => createEncoder('windows-1252')('Łódź')).toThrow(/windows-1252 does not have; set output.encoding: utf-8/)
  expect(() => createEncoder('latin-1')('5 €')).toThrow(/latin-1/)
})
