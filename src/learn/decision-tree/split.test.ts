import { describe, expect, it } from 'vitest'
import { tableFromRows } from '../read-rows.ts'
import { trainDecisionTree } from './decision-tree.ts'
import { allEntries } from './entries.ts'
import { splitChooser } from './split.ts'
import { prepareTrainingData } from './training-data.ts'
import { type TreeNode, testText } from './tree.ts'

/** Quinlan's weather data: outlook, temperature, humidity, wind, play. */
const weather = [
  'sunny hot high weak no',
  'sunny hot high strong no',
  'overcast hot high weak yes',
  'rain mild high weak yes',
  'rain cool normal weak yes',
  'rain cool normal strong no',
  'overcast cool normal strong yes',
  'sunny mild high weak no',
  'sunny cool normal weak yes',
  'rain mild normal weak yes',
  'sunny mild normal strong yes',
  'overcast mild high strong yes',
  'overcast hot normal weak yes',
  'rain mild high strong no',
].map((row) => row.split(' '))

const plan = {
  header: ['outlook', 'temperature', 'humidity', 'wind', 'play'],
  columns: ['outlook', 'temperature', 'humidity', 'wind'].map((name) => ({ name })),
  target: 'play',
}

function weigh(rows: readonly (readonly string[])[], column: number): (string | undefined)[] {
  const data = prepareTrainingData(tableFromRows(rows, plan))
  const worth = splitChooser(data, 2).weigh(allEntries(data), column)
  return [worth?.gain, worth?.splitInformation, worth?.gainRatio].map((figure) => figure?.toFixed(6))
}

describe('splitChooser().weigh', () => {
  it('gives the gains, split information and ratios of the 14 weather rows', () => {
    expect(weigh(weather, 0)).toEqual(['0.246750', '1.577406', '0.156428'])
    expect(weigh(weather, 1)).toEqual(['0.029223', '1.556657', '0.018773'])
    expect(weigh(weather, 2)).toEqual(['0.151836', '1.000000', '0.151836'])
    expect(weigh(weather, 3)).toEqual(['0.048127', '0.985228', '0.048849'])
  })

  it('counts a missing value against the gain and as a branch of its own', () => {
    const one = weather.map((row) =>
      row.slice(0, 4).join() === 'overcast,mild,high,strong' ? ['?', ...row.slice(1)] : row,
    )
    expect(weigh(one, 0)).toEqual(['0.199041', '1.809200', '0.110016'])
  })
})

describe('trainDecisionTree', () => {
  it("finds Quinlan's tree of the weather rows", () => {
    const { root, columns, classes } = trainDecisionTree(tableFromRows(weather, plan))
    expect(classes).toEqual(['no', 'yes'])
    const lines: string[] = []
    const visit = (node: TreeNode, path: string): void => {
      if (node.kind === 'leaf') lines.push(`${path}: ${node.classWeights.join(', ')}`)
      else
        node.branches.forEach((branch, place) => {
          visit(branch, `${path} ${testText(columns[node.column], node, place)}`)
        })
    }
    visit(root, 'if')
    expect(lines).toEqual([
      'if outlook = overcast: 0, 4',
      'if outlook = rain wind = strong: 2, 0',
      'if outlook = rain wind = weak: 0, 3',
      'if outlook = sunny humidity = high: 3, 0',
      'if outlook = sunny humidity = normal: 0, 2',
    ])
  })
})
