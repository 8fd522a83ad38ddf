import { rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createEncoder } from '../engines/rewrite-text.ts'
import type { Encoding } from '../table/encodings.ts'
import { detectEncoding } from './detect-encoding.ts'

test.each<[Encoding, string]>([
  ['latin-1', 'name;größe in m³\nMüller;¿183?\nRené;172\n'],
  ['windows-1252', 'name,rent\n“Zoë”,5 €\nNuñez,7 €\n'],
  ['windows-1250', 'imię,miasto\nMałgorzata,Łódź\nŻaneta,Świętochłowice\n'],
  ['iso-8859-2', 'imię,miasto\nMałgorzata,Dąbrowa\nŻaneta,Kraśnik\n'],
  ['windows-1251', 'имя,город\nАнна,Москва\nБорис,Казань\n'],
  ['koi8-r', 'имя,город\nАнна,Москва\nБорис,Казань\n'],
  ['shift-jis', '氏名,性別,フリガナ\n佐藤花子,女,サトウハナコ\n鈴木一郎,男,スズキイチロウ\n'],
  ['euc-jp', '氏名,フリガナ\n佐藤花子,サトウハナコ\n鈴木一郎,スズキイチロウ\n'],
  ['euc-kr', '이름,도시\n김민준,서울특별시\n이서연,부산광역시\n'],
  ['gbk', '姓名,性别,城市\n王伟,男,北京市\n李娜,女,上海市\n'],
])('detectEncoding finds %s', (encoding, text) => {
  const file = join(tmpdir(), `halftone-encoding-${process.pid}.csv`)
  writeFileSync(file, createEncoder(encoding)(text))
  try {
    expect(detectEncoding(file)).toBe(encoding)
  } finally {
    rmSync(file)
  }
})
