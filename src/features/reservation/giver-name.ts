const longestName = 80
/** An address or a link to some mail program: dots of all kinds between letters or digits, and letters that nobody sees. */
const linked = /[@/\\:]|[.․。．｡](?=[\p{L}\p{N}]{2})|\d\.\d|[\p{Cf}\p{Co}\p{Default_Ignorable_Code_Point}]/u

/**
 * The name of whoever gives a ticket, as a mail to a stranger may bear it: anybody books under any name, so none that is long or that a mail
 * program would make a link of. Null: the mail names nobody.
 */
export function giverName({
  firstName,
  lastName,
}: {
  readonly firstName: string
  readonly lastName: string
}): string | null {
  const name = `${firstName} ${lastName}`.trim()
  return name === '' || name.length > longestName || [name, name.normalize('NFKC')].some((one) => linked.test(one))
    ? null
    : name
}
