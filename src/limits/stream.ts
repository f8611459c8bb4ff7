/** Reads a stream up to a limit. */

/** Passes a stream on; closes it and throws after more than `most` bytes. */
export async function* limitStream(
  source: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  most: number,
  tooLarge: () => Error,
): AsyncGenerator<Uint8Array> {
  let length = 0
  for await (const chunk of source) {
    length += chunk.byteLength
    // Leaving the loop closes the stream, and its connection or file.
    if (length > most) throw tooLarge()
    yield chunk
  }
}

export async function readAll(
  source: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  most: number,
  tooLarge: () => Error,
): Promise<Buffer<ArrayBuffer>> {
  const chunks: Uint8Array[] = []
  for await (const chunk of limitStream(source, most, tooLarge)) chunks.push(chunk)
  return Buffer.concat(chunks)
}
