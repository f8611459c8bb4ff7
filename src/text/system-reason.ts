/** Says in plain words why the operating system refused something; Node's own words mean little to people. */

const reasons: Record<string, string> = {
  ENOENT: 'it does not exist',
  ENOTDIR: 'a part of its path is not a folder',
  EISDIR: 'it is a folder',
  EEXIST: 'it exists already',
  EACCES: 'there is no permission',
  EPERM: 'there is no permission',
  EBUSY: 'another program uses it',
  ELOOP: 'its links lead in a circle',
  ENAMETOOLONG: 'its name is too long',
  EROFS: 'the file system is read-only',
  ENOSPC: 'the disk, or the number of watched files, is at its limit',
  EDQUOT: 'the quota of the disk is used up',
  EFBIG: 'it would be larger than this system allows',
  EIO: 'the device failed, or the terminal is closed',
  EMFILE: 'too many files are open',
  ENFILE: 'too many files are open',
  ENOEXEC: 'it is not a program',
  E2BIG: 'its arguments are too long',
  EADDRINUSE: 'the port is in use',
  EADDRNOTAVAIL: 'this machine does not have that address',
  ENOTFOUND: 'the host name cannot be resolved',
  EAI_AGAIN: 'the host name cannot be resolved',
  ECONNREFUSED: 'nothing listens there',
  ECONNRESET: 'the connection was closed',
  EPIPE: 'the connection was closed',
  UND_ERR_SOCKET: 'the connection was closed',
  EHOSTUNREACH: 'no network leads there',
  ENETUNREACH: 'no network leads there',
  ETIMEDOUT: 'it took too long',
  UND_ERR_CONNECT_TIMEOUT: 'it took too long',
  UND_ERR_HEADERS_TIMEOUT: 'it took too long',
}

/** A clause without a full stop. Reads the code of the error, or of its innermost cause with one. */
export function systemReason(error: unknown): string {
  let code: string | undefined
  for (
    let at: unknown = error, depth = 0;
    at instanceof Error && depth < 8;
    at = at.cause, depth++
  ) {
    if ('code' in at && typeof at.code === 'string') code = at.code
    if (at.name === 'TimeoutError') code ??= 'ETIMEDOUT'
  }
  if (code === undefined || !/^[A-Z][A-Z\d_]+$/.test(code)) return 'the system gave no reason'
  return reasons[code] ?? `the system reports ${code}`
}
