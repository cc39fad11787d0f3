import { get } from 'node:https'
import { isIP } from 'node:net'
import { connect } from 'node:tls'

/** Whether there is a certificate for the host, no matter who signed it. */
export function shakes(port: number, host: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ host: '127.0.0.1', port, servername: host, rejectUnauthorized: false })
    socket.once('secureConnect', () => {
      resolve(true)
      socket.destroy()
    })
    socket.once('error', () => resolve(false))
  })
}

type Opening = {
  /** An address, or a name that resolves to this machine. */
  readonly host: string
  readonly path: string
  /** The authority whose certificates are trusted; absent: any. */
  readonly authority?: string
}

export function openOverTls(
  port: number,
  { host, path, authority }: Opening,
): Promise<{ readonly status: number | undefined; readonly text: string }> {
  const trust = authority === undefined ? { rejectUnauthorized: false } : { ca: authority }
  const name = isIP(host) ? {} : { servername: host }
  return new Promise((resolve, reject) => {
    const asked = { host: isIP(host) ? host : '127.0.0.1', port, path, headers: { host: `${host}:${port}` } }
    get({ ...asked, ...trust, ...name, agent: false }, (response) => {
      let text = ''
      response.setEncoding('utf8')
      response.on('data', (part: string) => (text += part))
      response.on('end', () => resolve({ status: response.statusCode, text }))
    }).once('error', reject)
  })
}
