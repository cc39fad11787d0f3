import type { ComponentChildren } from 'preact'
import { standingOf, type Wallet, walletNames } from '../../features/wallet/wallet.ts'
import type { WalletsInWords } from '../../features/wallet/wallet-keys.ts'
import { deskTexts } from '../../messages/office/desk.ts'
import { walletTexts } from '../../messages/office/wallet.ts'
import { Field } from '../../pages/form/field.tsx'
import { FileField } from '../../pages/form/file-field.tsx'
import { type FormProblem, Problems } from '../../pages/form/problems.tsx'
import { When } from '../../pages/format.tsx'
import { useReader, useTexts } from '../../pages/reader.ts'
import { ActionButton, Facts, Section, Submit } from '../../pages/parts.tsx'
import { settingsRooms } from './settings-page.tsx'

type KeysProps<W extends Wallet, T> = {
  readonly keys: WalletsInWords[W]
  readonly problems: readonly FormProblem[]
  /** What was typed into the form; names and numbers alone. */
  readonly typed: T
}

const { path: url } = settingsRooms.wallets
const certificates = '.cer,.crt,.pem,.der'

export function AppleKeys(props: KeysProps<'apple', { readonly passType: string; readonly team: string }>) {
  const { keys, problems, typed } = props
  const words = useTexts(walletTexts)
  const file = { problems, required: true }
  return (
    <WalletKeys
      wallet="apple"
      {...{ keys, problems }}
      facts={
        keys && [
          [words.until, <When key="until" at={keys.expiresAt} />],
          [words.passType, <code key="pass">{keys.passType}</code>],
          [words.team, <code key="team">{keys.team}</code>],
        ]
      }
    >
      <Field
        {...{ id: 'pass_type', label: words.passType, help: words.passTypeHelp, problems }}
        value={typed.passType}
        autocomplete="off"
        autocapitalize="none"
        maxLength={155}
        required
      />
      <Field
        {...{ id: 'team', label: words.team, help: words.teamHelp, problems }}
        value={typed.team}
        autocomplete="off"
        autocapitalize="characters"
        maxLength={10}
        required
      />
      <FileField
        {...{ id: 'certificate', label: words.certificate, help: words.certificateHelp }}
        accept={certificates}
        {...file}
      />
      <FileField {...{ id: 'key', label: words.key, help: words.keyHelp }} accept=".key,.pem" {...file} />
      <Field
        {...{ id: 'passphrase', label: words.passphrase, help: words.passphraseHelp, problems }}
        note={useTexts(deskTexts).optional}
        type="password"
        autocomplete="off"
        maxLength={500}
      />
      <FileField
        {...{ id: 'intermediate', label: words.intermediate, help: words.intermediateHelp }}
        accept={certificates}
        {...file}
      />
    </WalletKeys>
  )
}

export function GoogleKeys({ keys, problems, typed }: KeysProps<'google', string>) {
  const words = useTexts(walletTexts)
  return (
    <WalletKeys
      wallet="google"
      {...{ keys, problems }}
      facts={
        keys && [
          [words.issuer, <code key="issuer">{keys.issuerId}</code>],
          [words.account, <code key="account">{keys.clientEmail}</code>],
        ]
      }
    >
      <Field
        {...{ id: 'issuer', label: words.issuer, help: words.issuerHelp, problems }}
        value={typed}
        autocomplete="off"
        inputMode="numeric"
        maxLength={20}
        required
      />
      <FileField
        {...{ id: 'account', label: words.accountFile, help: words.accountHelp, problems }}
        accept=".json,application/json"
        required
      />
    </WalletKeys>
  )
}

type WalletKeysProps = {
  readonly wallet: Wallet
  readonly keys: { readonly setAt: Date; readonly expiresAt?: Date } | null
  readonly problems: readonly FormProblem[]
  /** Null: no keys are set. */
  readonly facts: readonly (readonly [label: string, value: ComponentChildren])[] | null
  readonly children: ComponentChildren
}

function WalletKeys({ wallet, keys, problems, facts, children }: WalletKeysProps) {
  const { language, now } = useReader()
  const words = walletTexts[language]
  const form = (
    <form method="post" action={`${url}${wallet}/`} class="narrow" encType="multipart/form-data">
      <Problems problems={problems} title={deskTexts[language].refused} />
      {children}
      <Submit>{words.button[wallet]}</Submit>
    </form>
  )
  return (
    <Section id={wallet} title={walletNames[wallet]}>
      {keys === null || facts === null ? (
        <p class="notice">{words.none[wallet]}</p>
      ) : (
        <Facts
          facts={[
            [words.state, words[standingOf(keys.expiresAt ?? null, now)]],
            [words.since, <When at={keys.setAt} />],
            ...facts,
          ]}
        />
      )}
      {keys === null ? (
        <>
          <h3>{words.set}</h3>
          {form}
        </>
      ) : (
        <details open={problems.length > 0}>
          <summary>{words.replace}</summary>
          <div class="stack">
            {form}
            <p class="prose">{words.removeHelp}</p>
            <ActionButton action={`${url}${wallet}/removal/`} look="danger">
              {words.remove[wallet]}
            </ActionButton>
          </div>
        </details>
      )}
    </Section>
  )
}
