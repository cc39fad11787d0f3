// Asks the registry for published advisories about what is installed for production, and fails on those that are high or
// critical. A registry that does not answer the question (many mirrors do not) is no failure, and is said.
import { spawnSync } from 'node:child_process'

type Audit = {
  readonly metadata?: { readonly vulnerabilities: Readonly<Record<'high' | 'critical', number>> }
  readonly vulnerabilities?: Readonly<Record<string, { readonly severity: string; readonly range: string }>>
}

const { stdout } = spawnSync('npm', ['audit', '--omit=dev', '--json', '--fetch-retries=0'], {
  encoding: 'utf8',
  timeout: 60_000,
})
const audit = readAudit(stdout)

if (!audit.metadata) {
  console.log('Advisories were not looked at: the registry does not answer.')
} else {
  const { high, critical } = audit.metadata.vulnerabilities
  for (const [name, { severity, range }] of Object.entries(audit.vulnerabilities ?? {}))
    console.log(`${severity}: ${name} ${range}`)
  if (high + critical > 0) {
    console.error('There are advisories about what is installed: see "npm audit --omit=dev".')
    process.exitCode = 1
  }
}

function readAudit(text: string): Audit {
  try {
    return JSON.parse(text) as Audit
  } catch {
    return {}
  }
}
