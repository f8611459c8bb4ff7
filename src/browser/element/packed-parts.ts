/**
 * Replaced by `scripts/element.js`: the program of the worker, and the interpreter; gzip in base64.
 */

export const packedProgram = ''
export const packedInterpreter = ''
