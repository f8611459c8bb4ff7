// Runs as `topo` in a shell: sends its arguments to the test's warm host, and exits with its output and code.
import { readFileSync } from 'node:fs'
import { connect } from 'node:net'

const [socket, ...argv] = process.argv.slice(2)
const input = argv.includes('-') || argv.includes('--with-key') ? readFileSync(0, 'utf8') : ''
let answer = ''
connect(socket)
  .setEncoding('utf8')
  .on('data', (text) => {
    answer += text
  })
  .on('end', () => {
    const { code, stdout, stderr } = JSON.parse(answer)
    process.stdout.write(stdout)
    process.stderr.write(stderr)
    process.exitCode = code ?? 1
  })
  .end(JSON.stringify({ argv, input, cwd: process.cwd(), env: process.env }))
