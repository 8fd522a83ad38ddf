/** Runs in the data sheet: counts digest and classes of a dropped file. The page defines FACTS and STARS before it. */
const place = document.getElementById('checked')
const drop = document.getElementById('drop')

function say(lines) {
  const drawn = lines.map(([holds, text]) => {
    const line = document.createElement('p')
    line.textContent = (holds === undefined ? '' : holds ? '✓ ' : '✗ ') + text
    return line
  })
  place.replaceChildren(...drawn)
}

function readFields(text, { delimiter, quote }) {
  const rows = []
  let row = []
  let cell = ''
  let quoted = false
  const endCell = (last) => {
    row.push(last)
    cell = ''
  }
  const endRow = (last) => {
    endCell(last)
    rows.push(row)
    row = []
  }
  for (let i = text.charCodeAt(0) === 0xfeff ? 1 : 0; i < text.length; i++) {
    const c = text[i]
    if (quoted) {
      if (c !== quote) cell += c
      else if (text[i + 1] === quote) cell += text[++i]
      else quoted = false
    } else if (c === quote && cell === '') quoted = true
    else if (c === delimiter) endCell(cell)
    else if (c === '\n') endRow(cell.replace(/\r$/, ''))
    else cell += c
  }
  if (cell !== '' || row.length > 0) endRow(cell)
  return rows
}

function countClasses(bytes, { form, quasiIdentifiers, k }) {
  if (form === undefined) return [[undefined, 'Classes are counted of text files.']]
  const [head = [], ...rows] = readFields(new TextDecoder(form.encoding).decode(bytes), form)
  const places = quasiIdentifiers.map((name) => head.indexOf(name))
  const absent = quasiIdentifiers.filter((_, i) => places[i] < 0)
  if (absent.length > 0) return [[false, `The file has no column ${absent.join(', ')}`]]
  const sizes = new Map()
  let suppressed = 0
  for (const row of rows) {
    if (places.every((i) => row[i] === STARS)) {
      suppressed++
      continue
    }
    const key = JSON.stringify(places.map((i) => row[i]))
    sizes.set(key, (sizes.get(key) ?? 0) + 1)
  }
  const [all, classes, left] = [rows.length, sizes.size, suppressed].map((count) => count.toLocaleString('en'))
  const counted = [undefined, `${all} rows, ${classes} classes, ${left} rows suppressed`]
  if (sizes.size === 0) return [counted]
  const smallest = [...sizes.values()].reduce((least, size) => Math.min(least, size))
  const asked = `${smallest === 1 ? ' row' : ' rows'}${k === undefined ? '' : `; k = ${k}`}`
  return [counted, [k === undefined ? undefined : smallest >= k, `The smallest class has ${smallest}${asked}`]]
}

async function check(file) {
  say([[undefined, 'Counting …']])
  const bytes = await file.arrayBuffer()
  const digest = await crypto.subtle.digest('SHA-256', bytes)
  const sha256 = Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('')
  const isSame = sha256 === FACTS.sha256
  const which = isSame ? 'the file that was verified' : `not the file that was verified, ${FACTS.sha256}`
  say([[isSame, `sha256 ${sha256}: ${which}`], ...countClasses(bytes, FACTS)])
}

function checkOrTell(file) {
  if (file) check(file).catch((error) => say([[false, `The file cannot be counted here: ${error.message}`]]))
}

document.getElementById('file').addEventListener('change', (event) => checkOrTell(event.target.files[0]))
addEventListener('dragover', (event) => {
  event.preventDefault()
  drop.classList.add('over')
})
addEventListener('dragleave', () => drop.classList.remove('over'))
addEventListener('drop', (event) => {
  event.preventDefault()
  drop.classList.remove('over')
  checkOrTell(event.dataTransfer.files[0])
})
