import type { ComponentChildren } from 'preact'
import { standingOf, type Wallet, walletNames } from '../../features/wallet/wallet.ts'
import type { WalletsInWords } from '../../features/wallet/wallet-keys.ts'
import { deskTexts } from '../../messages/office/desk.ts'
import { walletTexts } from '../../messages/office/wallet.ts'
import { Field } from '../../pages/form/field.tsx'
import { FileField } from '../../pages/form/file-field.tsx'
import { type FormProblem, Problems } from '../../pages/form/problems.tsx'
import { type Clock, When } from '../../pages/format.tsx'
import { ActionButton, Facts, Section } from '../kit/parts.tsx'

type KeysProps<W extends Wallet, T> = {
  readonly keys: WalletsInWords[W]
  /** Of the page; below it each wallet has its own. */
  readonly url: string
  readonly problems: readonly FormProblem[]
  readonly typed: T
  readonly when: Clock
}

const certificates = '.cer,.crt,.pem,.der'

/** @param typed what stands in the form; names alone */
export function AppleKeys({
  keys,
  url,
  problems,
  typed,
  when,
}: KeysProps<'apple', { readonly passType: string; readonly team: string }>) {
  const words = walletTexts[when.language]
  const file = { problems, required: true }
  return (
    <WalletKeys
      wallet="apple"
      {...{ keys, url, problems, when }}
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
        note={deskTexts[when.language].optional}
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

/** @param typed what stands in the form; the number alone */
export function GoogleKeys({ keys, url, problems, typed, when }: KeysProps<'google', string>) {
  const words = walletTexts[when.language]
  return (
    <WalletKeys
      wallet="google"
      {...{ keys, url, problems, when }}
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
  readonly url: string
  readonly problems: readonly FormProblem[]
  readonly when: Clock
  /** Null: no keys are set. */
  readonly facts: readonly (readonly [label: string, value: ComponentChildren])[] | null
  readonly children: ComponentChildren
}

function WalletKeys({ wallet, keys, url, problems, when, facts, children }: WalletKeysProps) {
  const words = walletTexts[when.language]
  const form = (
    <form method="post" action={`${url}${wallet}/`} class="narrow" encType="multipart/form-data">
      <Problems problems={problems} title={deskTexts[when.language].refused} />
      {children}
      <button class="button" type="submit">
        {words.button[wallet]}
      </button>
    </form>
  )
  return (
    <Section id={wallet} title={walletNames[wallet]}>
      {keys === null || facts === null ? (
        <p class="notice">{words.none[wallet]}</p>
      ) : (
        <Facts
          facts={[
            [words.state, words[standingOf(keys.expiresAt ?? null, when.now)]],
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
