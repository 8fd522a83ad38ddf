import { describe, expect, it } from 'vitest'
import { UserError } from '../../ground/errors.ts'
import { readAddress, TOKEN_VARIABLE } from './address.ts'

const withToken = { [TOKEN_VARIABLE]: 'planted' }

describe('readAddress', () => {
  it('encrypts what travels to another machine, and nothing on this one', () => {
    expect(readAddress('sc://127.0.0.1', {})).toEqual({ target: '127.0.0.1:15002', tls: false, user: 'halftone' })
    expect(readAddress('sc://spark.example:443/;user_id=ann', withToken)).toEqual({
      target: 'spark.example:443',
      tls: true,
      user: 'ann',
      token: 'planted',
    })
    expect(readAddress('sc://spark.example/;use_ssl=false', {}).tls).toBe(false)
    const session = '00112233-4455-6677-8899-aabbccddeeff'
    expect(readAddress(`sc://localhost/;session_id=${session}`, {}).session).toBe(session)
  })

  it.each([
    ['sc://spark.example/;token=planted', {}, TOKEN_VARIABLE],
    ['sc://ann:planted@spark.example', {}, 'such as sc://'],
    ['sc://spark.example/;use_ssl=false', withToken, 'readable by all'],
    ['sc://spark.example/;planted=1', {}, 'use_ssl'],
    ['sc://spark.example/;session_id=planted', {}, 'no UUID'],
  ])('refuses %s, and repeats no secret', (address, environment, words) => {
    let error: unknown
    try {
      readAddress(address, environment)
    } catch (thrown) {
      error = thrown
    }
    expect(error).toBeInstanceOf(UserError)
    expect(String(error)).toContain(words)
    if (!address.includes('planted=')) expect(JSON.stringify(error) + String(error)).not.toContain('planted')
  })
})
