/** A key as the script of the administration reads it; with `isCommand` it is pressed with Ctrl or ⌘. */
export type Key = { readonly key: string; readonly isCommand?: true }

/** What keys do in the administration, by its script (`searchScript`). The page of keys, and docs/keys.md, are made of this table (ADR 0296). */
export const ownKeys = {
  search: [{ key: '/' }, { key: 'k', isCommand: true }],
  next: [{ key: 'ArrowDown' }],
  previous: [{ key: 'ArrowUp' }],
  keys: [{ key: '?' }],
} as const satisfies Readonly<Record<string, readonly Key[]>>
export type OwnKey = keyof typeof ownKeys

/** What keys do on pages by themselves, in every browser: nothing here stands in their way. */
export const browserKeys = {
  skip: ['Tab', 'Enter'],
  forward: ['Tab'],
  back: ['Shift Tab'],
  press: ['Enter'],
  order: ['Enter'],
  send: ['Enter'],
  total: ['Enter'],
  tick: ['Space'],
  unfold: ['Enter'],
  choose: ['ArrowDown'],
} as const satisfies Readonly<Record<string, readonly string[]>>
export type BrowserKey = keyof typeof browserKeys

/** The names of keys that are not called as what they write. */
type KeyNames = Readonly<Record<'Tab' | 'Shift' | 'Enter' | 'Space' | 'Ctrl', string>>

const arrows: Readonly<Record<string, string>> = { ArrowDown: '↓', ArrowUp: '↑' }

/** Names a key as it stands on a keyboard: "Ctrl K", "⌘ K". */
export function keyTexts({ key, isCommand }: Key, names: KeyNames): readonly string[] {
  if (isCommand) return [`${names.Ctrl} ${key.toUpperCase()}`, `⌘ ${key.toUpperCase()}`]
  return [browserKeyText(key, names)]
}

/** Names a key that browsers know, such as `Shift Tab`. */
export function browserKeyText(key: string, names: KeyNames): string {
  const named: Readonly<Record<string, string>> = { ...names, ...arrows }
  return key
    .split(' ')
    .map((part) => named[part] ?? part)
    .join(' ')
}

/** Names keys as `aria-keyshortcuts` does. */
export function ariaKeys(keys: readonly Key[]): string {
  return keys
    .flatMap(({ key, isCommand }) =>
      isCommand ? ['Control', 'Meta'].map((one) => `${one}+${key.toUpperCase()}`) : [key],
    )
    .join(' ')
}
