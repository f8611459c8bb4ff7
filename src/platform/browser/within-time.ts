/** In a browser, the page ends the worker of a computation that takes too long. */

export const withinTime = <Result>(compute: () => Result): Result => compute()
