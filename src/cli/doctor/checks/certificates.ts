/** Doctor check: additional trusted certificates, and the certificate of the service. */
import { X509Certificate } from 'node:crypto'
import { connect, type PeerCertificate } from 'node:tls'
import { KnownError } from '../../../errors.ts'
import { readFileWithinSync } from '../../../limits/files.ts'
import { type DoctorCheck, failedCheck, type Observation, ok, warning } from '../check.ts'
import { isReachedDirectly, serviceUrl } from './proxy.ts'

const soonDays = 14
const dayMs = 86_400_000

export const certificates: DoctorCheck = {
  name: 'certificates',
  run: async (context) => {
    const { NODE_EXTRA_CA_CERTS: file } = context.variables
    const now = context.clock.now()
    const extra = file ? extraCertificates(file, now) : []
    const url = await serviceUrl(context)
    if (url?.protocol !== 'https:' || !isReachedDirectly(url, context)) return extra
    return [...extra, ...(await serverCertificate(url, now))]
  },
}

function extraCertificates(file: string, now: number): Observation[] {
  const name = `NODE_EXTRA_CA_CERTS (${file})`
  let text: string
  try {
    text = readFileWithinSync('environment', file).toString('latin1')
  } catch (error) {
    if (error instanceof KnownError) return [failedCheck(error.message, error.hint ?? '')]
    const { code } = error as NodeJS.ErrnoException
    return [
      failedCheck(`${name} cannot be read (${code})`, 'Fix the path; until then Node ignores it.'),
    ]
  }
  const blocks = text.match(/-----BEGIN CERTIFICATE-----[\s\S]+?-----END CERTIFICATE-----/g) ?? []
  if (blocks.length === 0) {
    return [
      failedCheck(
        `${name} contains no certificate in PEM format`,
        'The file needs BEGIN CERTIFICATE blocks.',
      ),
    ]
  }
  const found = blocks.map((block, index) =>
    checkCertificate(block, `${name}, certificate ${index + 1}`, now),
  )
  const wrong = found.filter(({ status }) => status !== 'ok')
  if (wrong.length === 0) return [ok(`${name}: ${blocks.length} valid`)]
  // A bundle of all public authorities always contains some expired certificates.
  return wrong.length < blocks.length && blocks.length > 5
    ? [ok(`${name}: ${blocks.length}, of which ${wrong.length} have expired or soon will`)]
    : wrong
}

function checkCertificate(pem: string, name: string, now: number): Observation {
  try {
    const { validTo, subject } = new X509Certificate(pem)
    const subjectName = `${name} (${subject.replaceAll('\n', ', ')})`
    return checkExpiry(subjectName, daysUntil(validTo, now), validTo, 'Get a new one.')
  } catch {
    return failedCheck(`${name} is not a certificate`, 'Export it again in PEM format.')
  }
}

function daysUntil(time: string, now: number): number {
  return Math.floor((Date.parse(time) - now) / dayMs)
}

function checkExpiry(name: string, days: number, validTo: string, hint: string): Observation {
  if (days < 0) return failedCheck(`${name} expired on ${validTo}`, hint)
  return days < soonDays
    ? warning(`${name} expires in ${days} days`, hint)
    : ok(`${name} is valid until ${validTo}`)
}

/** Sends no request: the TLS handshake shows the certificate, trusted or not. */
function serverCertificate({ hostname, port, host }: URL, now: number): Promise<Observation[]> {
  return new Promise((resolve) => {
    const name = hostname.replace(/^\[|\]$/g, '')
    const socket = connect({
      host: name,
      port: Number(port) || 443,
      ...(/^[\d.]+$|:/.test(name) ? {} : { servername: name }),
      rejectUnauthorized: false,
      timeout: 4000,
    })
    const end = (observations: Observation[]) => {
      socket.destroy()
      resolve(observations)
    }
    socket.once('secureConnect', () => {
      const { valid_to, issuer } = socket.getPeerCertificate() as Partial<PeerCertificate>
      const untrusted = socket.authorizationError
      const issuedBy = issuer?.O?.toString() ?? issuer?.CN?.toString()
      if (untrusted) end([notTrusted(host, String(untrusted), issuedBy)])
      else
        end([
          checkExpiry(
            `the certificate of ${host}`,
            daysUntil(String(valid_to), now),
            String(valid_to),
            'Report it to the operators of the service.',
          ),
        ])
    })
    // Another check reports a service that does not answer.
    socket.once('timeout', () => end([]))
    socket.once('error', () => end([]))
  })
}

const notTrusted = (host: string, why: string, issuer: string | undefined): Observation =>
  failedCheck(
    `the certificate of ${host}${issuer ? `, from ${issuer},` : ''} is not trusted (${why})`,
    'Behind an intercepting proxy set NODE_EXTRA_CA_CERTS to its certificate, or NODE_OPTIONS=--use-system-ca on Node 22.15 and later.',
  )
