import { expect, it } from 'vitest'
import { withoutSecret } from './address-field.ts'

it('withoutSecret takes passwords and tokens out of an address, and nothing else', () => {
  for (const [typed, address] of [
    ['postgres://ann:planted@db.example/clinic', 'postgres://ann@db.example/clinic'],
    ['postgres://ann:p%40lanted@db.example:5433/clinic', 'postgres://ann@db.example:5433/clinic'],
    ['postgres://db.example/clinic?password=planted', 'postgres://db.example/clinic'],
    ['postgres://db.example/clinic?sslmode=require&password=planted', 'postgres://db.example/clinic?sslmode=require'],
    ['postgres://db.example/clinic?password=planted&sslmode=require', 'postgres://db.example/clinic?sslmode=require'],
    ['sc://spark.example:15002/;token=planted;user_id=ann', 'sc://spark.example:15002/;user_id=ann'],
  ]) {
    const plain = withoutSecret(typed)
    expect(plain.address).toBe(address)
    expect(plain.removed).toMatch(/does not belong into the address/)
    expect(JSON.stringify(plain)).not.toContain('lanted')
  }
  for (const typed of [
    '',
    'postgres://db.example:5432/clinic',
    'postgres://ann@db.example/x?sslmode=require',
    'sc://h:15002/;user_id=ann',
  ])
    expect(withoutSecret(typed)).toEqual({ address: typed })
})
