// Runs as `topo` in a shell: sends its arguments to the test's warm host, and exits with its output and code.
import { connect } from 'node:net'

const [socket, ...argv] = process.argv.slice(2)
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
  .end(JSON.stringify({ argv, cwd: process.cwd(), env: process.env }))
