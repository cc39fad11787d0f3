import { domainState, offFrom, type OwnDomain } from '../../features/tenant/own-domain.ts'
import { visitorPaths } from '../../lib/paths.ts'
import { domainTexts } from '../../messages/office/domain.ts'
import { When } from '../../pages/format.tsx'
import { ActionButton, Facts } from '../../pages/parts.tsx'
import { Copied } from '../kit/copied.tsx'
import { Standing } from '../kit/standing.tsx'
import { settingsRooms } from './settings-page.tsx'
import { useTexts } from '../../pages/reader.ts'

const { path: url } = settingsRooms.domains

const signs = { waiting: 'waits', proved: 'well', no_longer_proved: 'watch', off: 'gone' } as const

const explanations = { waiting: 'notThere', no_longer_proved: 'gone', off: 'off' } as const

type DomainProps = {
  readonly domain: OwnDomain
  /** The host under DOMAIN, which answers in any case. */
  readonly label: string
  readonly address: string
  readonly mayBeMain: boolean
}

/** Shows one domain: its state, what is to be done next, and what else can be done with it. */
export function Domain({ domain, label, address, mayBeMain }: DomainProps) {
  const words = useTexts(domainTexts)
  const { domain: name, isMain } = domain
  const state = domainState(domain)
  return (
    <section class="stack" aria-labelledby={`domain-${name}`}>
      <h2 id={`domain-${name}`}>
        {domain.provedAt === null ? name : <a href={address + visitorPaths.home}>{name}</a>}
      </h2>
      <p>
        <Standing sign={signs[state]}>{words.states[state]}</Standing>
        {isMain ? ` · ${words.isMain}` : ''}
      </p>
      <Times domain={domain} />
      {state === 'proved' ? null : (
        <>
          {state === 'waiting' && domain.checkedAt === null ? null : <p class="prose">{words[explanations[state]]}</p>}
          <Proof domain={domain} />
        </>
      )}
      <ActionButton
        action={`${url}checks/`}
        sends={{ domain: name }}
        look={state === 'proved' ? 'quiet' : 'main'}
        label={`${words.check}: ${name}`}
      >
        {words.check}
      </ActionButton>
      <Arrival {...{ name, label }} />
      {domain.provedAt === null || !mayBeMain ? null : <MainAddress {...{ name, label, isMain }} />}
      <details>
        <summary>{words.remove({ domain: name })}</summary>
        <p class="prose">{words.removeHelp}</p>
        <ActionButton action={`${url}removal/`} sends={{ domain: name }} look="danger">
          {words.remove({ domain: name })}
        </ActionButton>
      </details>
    </section>
  )
}

function Times({ domain }: { readonly domain: OwnDomain }) {
  const words = useTexts(domainTexts)
  const isGone = ['no_longer_proved', 'off'].includes(domainState(domain))
  const times = [
    [words.provedAt, domain.provedAt],
    [words.checkedAt, domain.checkedAt],
    [words.seenAt, isGone ? domain.seenAt : null],
    [words.offFrom, offFrom(domain)],
  ] as const
  return <Facts facts={times.map(([name, at]) => [name, at === null ? null : <When key={name} at={at} />])} />
}

/** Says what is to be set at the provider of the domain, and how. */
function Proof({ domain }: { readonly domain: OwnDomain }) {
  const words = useTexts(domainTexts)
  const { domain: name, recordName, recordText } = domain
  return (
    <>
      <h3>{words.record.title}</h3>
      <p class="prose">{words.record.why}</p>
      <Facts facts={[[words.record.kind, words.record.kindIs]]} />
      <Copied
        id={`name-${name}`}
        label={words.record.name}
        value={recordName}
        help={words.record.nameHelp({ short: shortName(recordName) })}
      />
      <Copied id={`value-${name}`} label={words.record.value} value={recordText} />
      <details>
        <summary>{words.steps.title}</summary>
        <ol class="bullets">
          {words.steps.list.map((step) => (
            <li key={step}>{step}</li>
          ))}
        </ol>
        <p class="prose">{words.steps.patience}</p>
      </details>
    </>
  )
}

/** Shortens a name to what providers want that add the bought domain themselves; that domain nearly always has two parts. */
function shortName(recordName: string): string {
  return recordName.split('.').slice(0, -2).join('.')
}

type AddressProps = { readonly name: string; readonly label: string }

/** Says how visitors reach the domain: a proof leads nobody here yet. */
function Arrival({ name, label }: AddressProps) {
  const words = useTexts(domainTexts).arrive
  return (
    <details>
      <summary>{words.title}</summary>
      <div class="stack">
        <p class="prose">{words.why}</p>
        <Copied id={`target-${name}`} label={words.target} value={label} />
        <p class="prose muted">{words.bare}</p>
        <p class="prose muted">{words.certificate}</p>
      </div>
    </details>
  )
}

function MainAddress({ name, label, isMain }: AddressProps & { readonly isMain: boolean }) {
  const words = useTexts(domainTexts).main
  const button = isMain ? words.back({ host: label }) : words.button({ domain: name })
  return (
    <details>
      <summary>{button}</summary>
      <p class="prose">{words.help}</p>
      {isMain ? null : <p class="prose">{words.warning}</p>}
      <ActionButton action={`${url}main/`} sends={{ domain: isMain ? '' : name }}>
        {button}
      </ActionButton>
    </details>
  )
}
