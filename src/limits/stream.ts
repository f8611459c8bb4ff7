/** Reads a stream to its end, but never more of it than a limit allows. */

/** Passes a stream on; ends it and throws as soon as more than `most` bytes have come. */
export async function* bounded(
  source: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  most: number,
  tooLarge: () => Error,
): AsyncGenerator<Uint8Array> {
  let length = 0
  for await (const chunk of source) {
    length += chunk.byteLength
    // Leaving the loop ends the stream: a connection is closed, a file too.
    if (length > most) throw tooLarge()
    yield chunk
  }
}

/** All of a stream. */
export async function readAll(
  source: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  most: number,
  tooLarge: () => Error,
): Promise<Buffer<ArrayBuffer>> {
  const chunks: Uint8Array[] = []
  for await (const chunk of bounded(source, most, tooLarge)) chunks.push(chunk)
  return Buffer.concat(chunks)
}
