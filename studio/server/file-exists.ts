/** A file is there, and nobody said that it may be replaced: a question to the person, not an error. The answer has status 409. */
export class FileExists extends Error {
  override readonly name = 'OutputExists'
}
