/**
 * The one script of a study's page: a box beside the point under mouse or focus, the panel of a run, other axes, searches on and off, and files of each picture. Without it the
 * page is complete and still. It runs in the reader's browser as it stands here, so it is plain JavaScript in a text.
 */
export const STUDY_SCRIPT = String.raw`(() => {
'use strict'
const all = (selector, root = document) => [...root.querySelectorAll(selector)]
const data = JSON.parse(document.getElementById('study-data').textContent)
const dialog = document.getElementById('run-panel')
const tip = document.createElement('div')
tip.className = 'tip'
tip.hidden = true
tip.setAttribute('aria-hidden', 'true')
document.body.append(tip)

const at = (scale, value) => {
  const on = scale.kind === 'log' ? Math.log : (one) => one
  return scale.high === scale.low ? 0.5 : (on(value) - on(scale.low)) / (on(scale.high) - on(scale.low))
}
const round = (value) => Math.round(value * 10) / 10
const svgPart = (name, attributes) => {
  const part = document.createElementNS('http://www.w3.org/2000/svg', name)
  for (const [key, value] of Object.entries(attributes)) part.setAttribute(key, value)
  return part
}

/* One map: its pictures are the wide and the narrow one. */
const startMap = (figure) => {
  const map = data.maps[figure.dataset.map]
  const pictures = all('svg.ru-map', figure)
  const place = new Map(map.runs.map((run, i) => [run.run, i]))
  const state = { risk: map.first[0], utility: map.first[1], logRisk: false, logUtility: false }
  const axisOf = (family) => (family === 'risk' ? map.risks : map.utilities)[state[family]]
  const scaleOf = (family) => {
    const { scales } = axisOf(family)
    return (state[family === 'risk' ? 'logRisk' : 'logUtility'] && scales.log) || scales.linear
  }
  const told = (i) => [
    ...map.runs[i].told,
    axisOf('risk').label + ' ' + axisOf('risk').texts[i],
    axisOf('utility').label + ' ' + axisOf('utility').texts[i],
  ]
  const beaten = (i) => map.pairs[state.risk + ' ' + state.utility].beaten[i]

  const enliven = (picture) => {
    picture.setAttribute('role', 'group')
    const points = all('.point', picture)
    points.forEach((point, i) => {
      const lines = told(place.get(point.dataset.run))
      for (const title of all('title', point)) title.remove()
      point.classList.add('live')
      point.setAttribute('role', 'button')
      point.setAttribute('tabindex', i === 0 ? '0' : '-1')
      point.setAttribute('aria-label', lines.join(', ') + (beaten(place.get(point.dataset.run)) === '1' ? ', another run is better' : ''))
    })
  }

  const draw = () => {
    const pair = map.pairs[state.risk + ' ' + state.utility]
    const [sx, sy] = [scaleOf('utility'), scaleOf('risk')]
    pictures.forEach((picture, which) => {
      const frame = map.frames[which]
      const x = (value) => round(frame.left + at(sx, value) * frame.width)
      const y = (value) => round(frame.top + (1 - at(sy, value)) * frame.height)
      const path = (points) => points.map(([u, r], i) => (i ? 'L' : 'M') + x(u) + ' ' + y(r)).join('')
      const one = (selector) => picture.querySelector(selector)
      const ticks = (group, scale, move) => {
        const old = all('.tick', group)
        for (const { value, label } of scale.ticks) {
          const tick = old[0].cloneNode(true)
          tick.setAttribute('transform', move(value))
          tick.querySelector('text').textContent = label
          group.append(tick)
        }
        for (const tick of old) tick.remove()
      }
      ticks(one('.x-ticks'), sx, (value) => 'translate(' + x(value) + ' 0)')
      ticks(one('.y-ticks'), sy, (value) => 'translate(0 ' + y(value) + ')')
      one('.x-title').textContent = axisOf('utility').title
      one('.y-title').textContent = axisOf('risk').title
      const ceiling = one('.ceiling')
      const seen = axisOf('risk').share && map.ceiling >= sy.low && map.ceiling <= sy.high
      show(ceiling, seen)
      if (seen) ceiling.setAttribute('transform', 'translate(0 ' + y(map.ceiling) + ')')
      one('.front').setAttribute('d', path(pair.front))
      all('.curve', picture).forEach((curve, i) => curve.setAttribute('d', path(pair.lines[i])))
      for (const method of ['angle', 'kneedle']) {
        all('.knee.' + method, picture).forEach((knee, i) => {
          const where = pair[method][i]
          show(knee, where)
          if (where) knee.setAttribute('transform', 'translate(' + x(where[0]) + ' ' + y(where[1]) + ')')
        })
      }
      const group = one('.points')
      group.replaceChildren()
      const order = map.runs.map((_, i) => i).filter((i) => pair.beaten[i] !== '-').sort((a, b) => pair.beaten[b] - pair.beaten[a] || a - b)
      for (const i of order) {
        const look = map.looks[map.runs[i].curve]
        const worse = pair.beaten[i] === '1'
        const point = svgPart('path', {
          class: worse ? 'point beaten' : 'point', d: look.shape,
          fill: worse ? 'var(--paper)' : look.ink, stroke: worse ? 'var(--before)' : 'var(--paper)', 'stroke-width': worse ? 1.4 : 0.8,
          transform: 'translate(' + x(axisOf('utility').values[i]) + ' ' + y(axisOf('risk').values[i]) + ')' + (map.small ? ' scale(0.8)' : ''),
        })
        point.dataset.run = map.runs[i].run
        point.dataset.curve = map.runs[i].curve
        group.append(point)
      }
      const best = one('.best')
      show(best, pair.best)
      if (pair.best) {
        const [u, r, words] = pair.best
        best.setAttribute('transform', 'translate(' + x(u) + ' ' + y(r) + ')')
        const text = best.querySelector('text')
        text.textContent = words
        const half = words.length * 3.15
        text.setAttribute('x', round(Math.max(frame.left + half - x(u), Math.min(0, frame.left + frame.width + 18 - half - x(u)))))
      }
      label(one('.labels'), pair, order, x, y, frame)
      enliven(picture)
    })
    for (const [curve, off] of hidden(figure.dataset.set)) toggle(figure.dataset.set, curve, off)
  }

  /* k beside the points, where there is room. */
  const label = (group, pair, order, x, y, frame) => {
    group.replaceChildren()
    const around = (u, r, half) => [x(u) - half, y(r) - half, 2 * half, 2 * half]
    const taken = order.map((i) => around(axisOf('utility').values[i], axisOf('risk').values[i], 5))
    for (const knee of [...pair.angle, ...pair.kneedle]) if (knee) taken.push(around(knee[0], knee[1], 9))
    const apart = (a, b) => a[0] + a[2] <= b[0] || b[0] + b[2] <= a[0] || a[1] + a[3] <= b[1] || b[1] + b[3] <= a[1]
    for (const [u, r, words, curve] of pair.labels) {
      const wide = words.length * 6 + 2
      const free = [6, 11]
        .flatMap((away) => [[x(u) + away, y(r) + away - 4], [x(u) - away - wide, y(r) - away - 8], [x(u) + away + 2, y(r) - 6], [x(u) - away - 2 - wide, y(r) - 6]])
        .map((corner) => [...corner, wide, 12])
        .find((box) => box[0] >= frame.left && box[1] + 12 < frame.top + frame.height && taken.every((other) => apart(box, other)))
      if (!free) continue
      taken.push(free)
      const text = svgPart('text', { x: round(free[0]), y: round(free[1] + 10) })
      text.dataset.curve = curve
      text.textContent = words
      group.append(text)
    }
  }

  const controls = figure.querySelector('.controls')
  controls.hidden = false
  for (const input of all('[data-axis]', controls)) {
    input.addEventListener('change', () => {
      state[input.dataset.axis] = input.type === 'checkbox' ? input.checked : Number(input.value)
      draw()
    })
  }
  figure.csvText = () => {
    const [risk, utility] = [axisOf('risk'), axisOf('utility')]
    const quoted = (text) => (/[",]/.test(text) ? '"' + text.replaceAll('"', '""') + '"' : text)
    const lines = map.runs.flatMap((run, i) => (beaten(i) === '-' ? [] : [[run.csv, risk.values[i], utility.values[i], beaten(i)].join(',')]))
    return [[map.csv, quoted(risk.label), quoted(utility.label), 'dominated'].join(','), ...lines].join('\n') + '\n'
  }

  for (const picture of pictures) {
    enliven(picture)
    const pointAt = (event) => event.target.closest && event.target.closest('.point')
    for (const kind of ['pointerover', 'focusin']) {
      picture.addEventListener(kind, (event) => {
        const point = pointAt(event)
        if (point) showTip(point, told(place.get(point.dataset.run)))
      })
    }
    for (const kind of ['pointerout', 'focusout']) picture.addEventListener(kind, () => { tip.hidden = true })
    picture.addEventListener('click', (event) => {
      const point = pointAt(event)
      if (point) openRun(point.dataset.run)
    })
    picture.addEventListener('keydown', (event) => {
      const point = pointAt(event)
      if (!point) return
      if (event.key === 'Enter' || event.key === ' ') { event.preventDefault(); openRun(point.dataset.run); return }
      const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key]
      if (!step && event.key !== 'Home' && event.key !== 'End') return
      event.preventDefault()
      /* From left to right, as the eye reads. */
      const left = (one) => axisOf('utility').values[place.get(one.dataset.run)]
      const points = all('.point', picture).filter((one) => one.getAttribute('display') !== 'none').sort((a, b) => left(a) - left(b))
      const next = event.key === 'Home' ? points[0] : event.key === 'End' ? points.at(-1) : points[(points.indexOf(point) + step + points.length) % points.length]
      point.setAttribute('tabindex', '-1')
      next.setAttribute('tabindex', '0')
      next.focus()
    })
  }
}

const show = (part, visible) => { if (visible) part.removeAttribute('display'); else part.setAttribute('display', 'none') }

const showTip = (point, lines) => {
  tip.replaceChildren(...lines.map((line, i) => {
    const part = document.createElement(i ? 'span' : 'b')
    part.textContent = line
    return part
  }))
  tip.hidden = false
  const box = point.getBoundingClientRect()
  const left = Math.min(box.right + 12, document.documentElement.clientWidth - tip.offsetWidth - 8)
  tip.style.left = Math.max(8, left) + scrollX + 'px'
  tip.style.top = (box.bottom + 10 + tip.offsetHeight > innerHeight ? box.top - tip.offsetHeight - 10 : box.bottom + 10) + scrollY + 'px'
}

const openRun = (run) => {
  const job = document.getElementById('job-' + run)
  if (!job) return
  tip.hidden = true
  const copy = job.cloneNode(true)
  copy.removeAttribute('id')
  dialog.querySelector('.content').replaceChildren(copy)
  dialog.showModal()
}
dialog.querySelector('.close').addEventListener('click', () => dialog.close())
dialog.addEventListener('click', (event) => { if (event.target === dialog) dialog.close() })
for (const link of all('a[href^="#job-"]')) {
  link.addEventListener('click', (event) => { event.preventDefault(); openRun(link.getAttribute('href').slice(5)) })
}

/* Searches on and off, in all pictures of a data set. */
const offs = new Map()
const hidden = (set) => [...(offs.get(set) || new Map())]
const toggle = (set, curve, off) => {
  if (!offs.has(set)) offs.set(set, new Map())
  offs.get(set).set(curve, off)
  for (const figure of all('figure[data-set="' + set + '"]')) {
    for (const part of all('[data-curve="' + curve + '"]', figure)) {
      if (part.classList.contains('knee')) part.style.visibility = off ? 'hidden' : ''
      else show(part, !off)
    }
    for (const item of all('[data-toggle="' + curve + '"]', figure)) {
      item.classList.toggle('off', off)
      item.setAttribute('aria-pressed', String(!off))
    }
  }
}
for (const figure of all('figure[data-set]')) {
  for (const item of all('[data-toggle]', figure)) {
    item.classList.add('live')
    item.setAttribute('role', 'button')
    item.setAttribute('tabindex', '0')
    item.setAttribute('aria-pressed', 'true')
    item.closest('svg').setAttribute('role', 'group')
    const turn = () => toggle(figure.dataset.set, item.dataset.toggle, item.getAttribute('aria-pressed') === 'true')
    item.addEventListener('click', turn)
    item.addEventListener('keydown', (event) => { if (event.key === 'Enter' || event.key === ' ') { event.preventDefault(); turn() } })
  }
}

/* Files. A picture is written in light colours on white, whatever the page shows. */
const save = (name, blob) => {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(blob)
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), 10000)
}
const standAlone = (figure) => {
  const copy = figure.querySelector('svg.plot').cloneNode(true)
  for (const part of [copy, ...all('*', copy)]) {
    for (const attribute of [...part.attributes]) {
      if (attribute.value.startsWith('var(')) attribute.value = data.colours[attribute.value.slice(4, -1)]
      if (/^(tabindex|aria-pressed)$/.test(attribute.name)) part.removeAttribute(attribute.name)
    }
    if (part.style.visibility === 'hidden' || part.getAttribute('display') === 'none' || part.classList.contains('off')) part.remove()
  }
  copy.prepend(svgPart('rect', { width: copy.getAttribute('width'), height: copy.getAttribute('height'), fill: '#ffffff' }))
  return new XMLSerializer().serializeToString(copy)
}
const asPng = (svg, width, height) => new Promise((resolve, reject) => {
  const image = new Image()
  image.onload = () => {
    const canvas = document.createElement('canvas')
    canvas.width = width * 3
    canvas.height = height * 3
    const paint = canvas.getContext('2d')
    paint.scale(3, 3)
    paint.drawImage(image, 0, 0, width, height)
    canvas.toBlob(resolve, 'image/png')
  }
  image.onerror = reject
  image.src = 'data:image/svg+xml;charset=utf-8,' + encodeURIComponent(svg)
})
for (const figure of all('figure[data-name]')) {
  const files = figure.querySelector('.files')
  files.hidden = false
  const name = figure.dataset.name
  files.addEventListener('click', async (event) => {
    const kind = event.target.dataset.file
    if (kind === 'csv') save(name + '.csv', new Blob([figure.csvText ? figure.csvText() : data.csv[figure.dataset.csv]], { type: 'text/csv' }))
    if (kind === 'svg') save(name + '.svg', new Blob([standAlone(figure)], { type: 'image/svg+xml' }))
    if (kind === 'png') {
      const svg = figure.querySelector('svg.plot')
      save(name + '.png', await asPng(standAlone(figure), Number(svg.getAttribute('width')), Number(svg.getAttribute('height'))))
    }
  })
}
for (const figure of all('figure[data-map]')) startMap(figure)
})()`
