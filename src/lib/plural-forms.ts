/** Tells which form of a plural a count takes in a language, by the rules of CLDR; the rules are looked up when first needed. */
export function pluralForms(language: string): (count: number) => Intl.LDMLPluralRule {
  let rules: Intl.PluralRules | undefined
  return (count) => {
    rules ??= new Intl.PluralRules(language)
    return rules.select(count)
  }
}
