import { describe, expect, it } from 'vitest'
import { UserError } from '../../ground/errors.ts'
import { readAddress, TOKEN_VARIABLE } from './address.ts'

const withToken = { [TOKEN_VARIABLE]: 'planted' }

describe('readAddress', () => {
  it('encrypts what travels to another machine, and nothing on this one', () => {
    expect(readAddress('sc://127.0.0.1', {})).toEqual({
      target: '127.0.0.1:15002',
      tls: false,
      user: 'halftone',
      headers: {},
    })
    expect(readAddress('sc://spark.example:443/;user_id=ann', withToken)).toEqual({
      target: 'spark.example:443',
      tls: true,
      user: 'ann',
      token: 'planted',
      headers: {},
    })
    expect(readAddress('sc://spark.example/;use_ssl=false', {}).tls).toBe(false)
    const session = '00112233-4455-6677-8899-aabbccddeeff'
    expect(readAddress(`sc://localhost/;session_id=${session}`, {}).session).toBe(session)
  })

  it('takes settings that start with x- as headers, percent-decoded', () => {
    const address = 'sc://adb.example:443/;X-Databricks-Cluster-Id=0412-a1%2Bb;x-other=1;user_id=ann'
    expect(readAddress(address, {}).headers).toEqual({ 'x-databricks-cluster-id': '0412-a1+b', 'x-other': '1' })
  })

  it.each([
    ['sc://spark.example/;use_ssl=false;x-databricks-cluster-id=planted', {}, 'x-databricks-cluster-id would travel'],
    ['sc://spark.example/;x-id=planted%0Aplanted', {}, 'cannot be a header'],
    ['sc://spark.example/;x-id-bin=planted', {}, 'cannot be a header'],
    ['sc://spark.example/;x-id', {}, 'cannot be a header'],
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
